import type { Event } from '../events/event.ts'
import type { Membership } from '../groups/group.ts'
import type { Subject } from '../notifications/notice.ts'
import type { Scores } from '../polls/ballot.ts'
import type { User } from '../users/user.ts'

/** An event with all that a webhook may say of it: no more than one who has not voted may see. */
export type Told = {
  event: Event
  subject: Subject
  /** Who did it; null: nobody, nobody known, or nobody may know. */
  actor: User | null
  /** Whom it happened to, when it is about a membership. */
  member: { membership: Membership; user: User } | null
  /** What the vote says; null where it may not be seen, and of what is no vote. */
  scores: Scores | null
}

export const isVote = ({ kind }: Pick<Event, 'kind'>) =>
  kind === 'stance_created' || kind === 'stance_updated'

/**
 * The event as it may be told. A vote names its voter and says what was chosen only where both may be seen at present;
 * otherwise it is a vote and nothing more. Null: it is not told at all, as no vote of an anonymous poll is.
 */
export function toldOf(told: Omit<Told, 'scores'>): Told | null {
  const { event, subject } = told
  if (!isVote(event)) return { ...told, subject: withoutBallots(subject), scores: null }
  if (subject.about !== 'poll' || subject.loaded.poll.anonymous) return null
  const { results, voters } = subject.loaded
  const seen = results.shown && results.named
  const ballot = seen ? voters.by_voter.find(({ user_id }) => user_id === event.actor_id) : undefined
  return {
    ...told,
    event: seen ? event : { ...event, actor_id: null },
    actor: seen ? told.actor : null,
    subject: withoutBallots(subject),
    scores: ballot?.scores ?? null,
  }
}

/** Who chose what is read over the interface: thousands of ballots beside every single vote would be too much. */
function withoutBallots(subject: Subject): Subject {
  if (subject.about !== 'poll' || subject.loaded.voters.by_voter.length === 0) return subject
  return { ...subject, loaded: { ...subject.loaded, voters: { by_voter: [], omitted: true } } }
}
