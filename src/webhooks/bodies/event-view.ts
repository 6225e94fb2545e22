import type { Event } from '../../events/event.ts'
import { factsOf } from '../../events/kinds.ts'
import type { Membership } from '../../groups/group.ts'
import type { Subject } from '../../notifications/notice.ts'
import type { OwnBallot } from '../../polls/ballots/load-ballot.ts'
import type { Voter } from '../../polls/ballots/load-voter.ts'
import type { User } from '../../users/user.ts'
import { isWebhookKind, type WebhookKind } from '../webhook.ts'

/** An event of a kind that webhooks can get. */
export type WebhookEvent = Event & { kind: WebhookKind }

export const isForWebhooks = (event: Event): event is WebhookEvent => isWebhookKind(event.kind)

/** An event with everything a webhook may contain: no more than a person who has not voted may see. */
export type EventView = {
  event: WebhookEvent
  subject: Subject
  /** The actor; null: nobody, unknown, or secret. */
  actor: User | null
  /** The affected member, when it is about a membership. */
  member: { membership: Membership; user: User } | null
  /** The current vote; null if it is not visible, was withdrawn, or the event is no vote. */
  vote: Vote | null
}

/** A ballot with its voter. */
export type Vote = { ballot: OwnBallot; voter: Voter }

export const isVote = ({ kind }: Pick<Event, 'kind'>) => factsOf(kind)?.subject === 'Stance'

/** Whether this is a vote whose voter and choice are both visible now. */
export function isSeenVote({ event, subject }: Pick<EventView, 'event' | 'subject'>): boolean {
  if (!isVote(event) || subject.about !== 'poll') return false
  const { poll, results } = subject.loaded
  return !poll.anonymous && results.shown && results.named
}

/**
 * The parts of the event that may be shown. A vote has its voter and choice only where both are visible, and
 * while it is cast; otherwise it is a vote and nothing more. Null: not sent at all, as for votes in anonymous
 * polls.
 */
export function permittedView(view: EventView): EventView | null {
  const { event, subject } = view
  const bare = { ...view, subject: withoutBallots(subject) }
  if (!isVote(event)) return { ...bare, vote: null }
  if (subject.about !== 'poll' || subject.loaded.poll.anonymous) return null
  const stands = isSeenVote(view) && view.vote !== null
  return stands ? bare : { ...bare, event: { ...event, actor_id: null }, actor: null, vote: null }
}

/** Programs read votes over the API: thousands of ballots with every single vote would be too much. */
function withoutBallots(subject: Subject): Subject {
  if (subject.about !== 'poll' || subject.loaded.voters.by_voter.length === 0) return subject
  return { ...subject, loaded: { ...subject.loaded, voters: { by_voter: [], omitted: true } } }
}
