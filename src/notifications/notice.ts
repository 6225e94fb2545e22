import type { Comment } from '../discussions/comments/comment.ts'
import type { DiscussionFacts } from '../discussions/load-discussion.ts'
import type { Event } from '../events/event.ts'
import type { GroupFacts } from '../groups/group-facts.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import type { Poll } from '../polls/poll.ts'
import type { Mentioned } from '../users/shown-names.ts'
import type { User } from '../users/user.ts'

/** What an event is about, as far as messages may tell it. */
export type Subject =
  | { about: 'group'; in_group: GroupFacts; actor: User | null; key?: EndingKey; webhook?: StoppedWebhook }
  | { about: 'thread'; in_group: GroupFacts; thread: DiscussionFacts; actor: User | null; named: Mentioned[] }
  | { about: 'comment'; in_group: GroupFacts; thread: DiscussionFacts; comment: StandingComment }
  | { about: 'poll'; in_group: GroupFacts; loaded: LoadedPoll }

/** What is said of a poll that was deleted. */
export type GonePoll = Pick<Poll, 'key' | 'title' | 'poll_type'>

/** A poll that was deleted: nothing is told of it but that what it settled holds no longer. */
export type Gone = { about: 'gone poll'; in_group: GroupFacts; poll: GonePoll }

/** Why and when a meeting has no time any more; `sequence` is above that of all that was told of it. */
export type Withdrawal = {
  poll: GonePoll & { gone?: boolean }
  withdrawn: Date
  sequence: number
}

/** A key that ends, with the beginning of its text. */
export type EndingKey = { name: string; prefix: string; expires_at: Date | null }

/** A webhook that was turned off because its host answered 410, or took nothing for days. */
export type StoppedWebhook = { host: string; reason: 'gone' | 'failing' }

/** A comment that stands, who wrote it, and whom it names. */
export type StandingComment = Comment & { body: string; author: User; mentioned: Mentioned[] }

/**
 * An event with what it is about and the people it concerns; who of them is told, and how, is decided one by
 * one.
 */
export type Notice = {
  event: Event
  subject: Subject | Gone
  user_ids: number[]
  /** Goes only to those who have not voted when it is sent. */
  only_undecided: boolean
  /** Leaves no trace of whom it went to. */
  discreet: boolean
  /** The time of a meeting that people were told, by the name of its option. */
  told_times: Map<number, string>
  /** Null: the meeting has a time, or never had one. */
  withdrawal: Withdrawal | null
}

/** A notice to which nothing special applies. */
export const PLAIN: Pick<Notice, 'only_undecided' | 'discreet' | 'told_times' | 'withdrawal'> = {
  only_undecided: false,
  discreet: false,
  told_times: new Map(),
  withdrawal: null,
}
