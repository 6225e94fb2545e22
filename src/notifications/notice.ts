import type { Comment } from '../discussions/comments/comment.ts'
import type { DiscussionFacts } from '../discussions/load-discussion.ts'
import type { Event } from '../events/event.ts'
import type { GroupFacts } from '../groups/group-facts.ts'
import type { CountedBallots } from '../polls/counts/counting.ts'
import type { StoredHead } from '../polls/heads/heads-store.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import type { EarlyClosing, Edited } from '../polls/past/poll-past.ts'
import type { Poll } from '../polls/poll.ts'
import type { Mentioned } from '../users/shown-names.ts'
import type { User } from '../users/user.ts'

/**
 * The subject of an event, as far as messages may show it. `head`: of a poll's last closing, where its
 * results may be told. `edited`: since voting opened; null: never. `early`: its closing before the deadline.
 */
export type Subject =
  | { about: 'group'; in_group: GroupFacts; actor: User | null; key?: EndingKey; webhook?: StoppedWebhook }
  | { about: 'thread'; in_group: GroupFacts; thread: DiscussionFacts; actor: User | null; named: Mentioned[] }
  | { about: 'comment'; in_group: GroupFacts; thread: DiscussionFacts; comment: StandingComment }
  | {
      about: 'poll'
      in_group: GroupFacts
      loaded: LoadedPoll
      head: StoredHead | null
      edited: Edited | null
      early: EarlyClosing | null
      /** The count that decided the poll, if it adds up sums that did not; else null. */
      counted: CountedBallots | null
    }

/** The facts of a deleted poll for messages. */
export type GonePoll = Pick<Poll, 'key' | 'title' | 'poll_type'>

/** A deleted poll: messages only say that its outcome no longer holds. */
export type Gone = { about: 'gone poll'; in_group: GroupFacts; poll: GonePoll }

/** Why and when a meeting lost its time; `sequence` is above that of all earlier messages. */
export type Withdrawal = {
  poll: GonePoll & { gone?: boolean }
  withdrawn: Date
  sequence: number
}

/** A key that expires, with the start of its text. */
export type EndingKey = { name: string; prefix: string; expires_at: Date | null }

/**
 * A webhook that was disabled because its host answered 410, or accepted nothing for days; `host`: with more
 * of its address if the group has another one there.
 */
export type StoppedWebhook = { host: string; reason: 'gone' | 'failing' }

/** A comment that is not deleted, its author, and the people it mentions. */
export type StandingComment = Comment & { body: string; author: User; mentioned: Mentioned[] }

/**
 * What earlier mails about a poll did not say; null: it did not happen. `reopened_by`: if it is known; also
 * who withdrew the outcome alone. `outcome_of`: when the outcome was published that the last reopening
 * withdrew, or that this outcome replaces. `reworded_at`: its question was edited since the last reminder.
 */
export type PollNews = {
  reopened_at: Date | null
  reopened_by: User | null
  outcome_of: Date | null
  reworded_at: Date | null
}

/**
 * An event with its subject and the people it concerns; a rule decides for each of them whether and how to
 * notify them.
 */
export type Notice = {
  event: Event
  subject: Subject | Gone
  user_ids: number[]
  /** Goes only to people who have not voted when it is sent. */
  only_undecided: boolean
  /** Leaves no trace of its recipients. */
  discreet: boolean
  /** The meeting's time that people know, by the name of its option. */
  told_times: Map<number, string>
  /** Null: the meeting has a time, or never had one. */
  withdrawal: Withdrawal | null
  news: PollNews
  /** Whether people with a ballot have voted, where their mails say it; never of an anonymous poll. */
  votes: Map<number, boolean>
}

/** Nothing that the earlier mails about the poll did not say. */
const NO_NEWS: PollNews = { reopened_at: null, reopened_by: null, outcome_of: null, reworded_at: null }

/** A notice without special rules. */
export const PLAIN: Omit<Notice, 'event' | 'subject' | 'user_ids'> = {
  only_undecided: false,
  discreet: false,
  told_times: new Map(),
  withdrawal: null,
  news: NO_NEWS,
  votes: new Map(),
}
