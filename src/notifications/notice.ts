import type { Comment } from '../discussions/comment.ts'
import type { DiscussionFacts } from '../discussions/load-discussion.ts'
import type { Event } from '../events/event.ts'
import type { GroupFacts } from '../groups/group-facts.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import type { User } from '../users/user.ts'

/** What an event is about, as far as messages may tell it. */
export type Subject =
  | { about: 'group'; in_group: GroupFacts; actor: User | null; key?: EndingKey }
  | { about: 'thread'; in_group: GroupFacts; thread: DiscussionFacts; actor: User | null }
  | { about: 'comment'; in_group: GroupFacts; thread: DiscussionFacts; comment: ToldComment }
  | { about: 'poll'; in_group: GroupFacts; loaded: LoadedPoll }

/** A key that ends, with the beginning of its text. */
export type EndingKey = { name: string; prefix: string; expires_at: Date | null }

/** A comment that stands, and who wrote it. */
export type ToldComment = Comment & { body: string; author: User }

/** An event with what it is about and the people it concerns; who of them is told, and how, is decided one by one. */
export type Notice = {
  event: Event
  subject: Subject
  user_ids: number[]
  /** Goes only to those who have not voted when it is sent. */
  only_undecided: boolean
  /** Leaves no trace of whom it went to. */
  discreet: boolean
  /** A meeting whose readers were told of another time. */
  moved: boolean
}
