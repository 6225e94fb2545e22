import type { Event } from '../../events/event.ts'
import { factsOf } from '../../events/kinds.ts'
import type { Membership } from '../../groups/group.ts'
import type { Subject } from '../../notifications/notice.ts'
import type { OwnBallot } from '../../polls/ballots/load-ballot.ts'
import type { Voter } from '../../polls/ballots/load-voter.ts'
import type { User } from '../../users/user.ts'
import type { WebhookKind } from '../webhook.ts'

/** An event of a kind that webhooks are told of. */
export type WebhookEvent = Event & { kind: WebhookKind }

/** An event with all that a webhook may say of it: no more than one who has not voted may see. */
export type EventView = {
  event: WebhookEvent
  subject: Subject
  /** Who did it; null: nobody, nobody known, or nobody may know. */
  actor: User | null
  /** Whom it happened to, when it is about a membership. */
  member: { membership: Membership; user: User } | null
  /** The vote as it is at present; null where it may not be seen, was taken back, and of what is no vote. */
  vote: Vote | null
}

/** A ballot with whoever holds it. */
export type Vote = { ballot: OwnBallot; voter: Voter }

export const isVote = ({ kind }: Pick<Event, 'kind'>) => factsOf(kind)?.subject === 'Stance'

/** Whether this is a vote of which voter and choice may both be seen at present. */
export function isSeenVote({ event, subject }: Pick<EventView, 'event' | 'subject'>): boolean {
  if (!isVote(event) || subject.about !== 'poll') return false
  const { poll, results } = subject.loaded
  return !poll.anonymous && results.shown && results.named
}

/**
 * The event as it may be told. A vote names its voter and says what was chosen only where both may be seen,
 * and while it stands; otherwise it is a vote and nothing more. Null: it is not told at all, as no vote of an
 * anonymous poll is.
 */
export function permittedView(view: EventView): EventView | null {
  const { event, subject } = view
  const bare = { ...view, subject: withoutBallots(subject) }
  if (!isVote(event)) return { ...bare, vote: null }
  if (subject.about !== 'poll' || subject.loaded.poll.anonymous) return null
  const stands = isSeenVote(view) && view.vote !== null
  return stands ? bare : { ...bare, event: { ...event, actor_id: null }, actor: null, vote: null }
}

/**
 * Who chose what is read over the interface: thousands of ballots beside every single vote would be too much.
 */
function withoutBallots(subject: Subject): Subject {
  if (subject.about !== 'poll' || subject.loaded.voters.by_voter.length === 0) return subject
  return { ...subject, loaded: { ...subject.loaded, voters: { by_voter: [], omitted: true } } }
}
