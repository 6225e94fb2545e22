import type { Comment } from './comments/comment.ts'
import type { Discussion } from './discussion.ts'

/** A reader of a thread, in relation to it and its group. */
export type ThreadReader = {
  user_id: number
  /** Of the group, including invited ones. */
  member: boolean
  /** Has joined. */
  accepted: boolean
  admin: boolean
}

/** What a reader may do in a thread. */
export type ThreadAbilities = {
  comment: boolean
  edit: boolean
  close: boolean
  reopen: boolean
  invite: boolean
  start_poll: boolean
  discard: boolean
}

export type CommentAbilities = { edit: boolean; remove: boolean; reply: boolean }

type ThreadFacts = Pick<Discussion, 'author_id' | 'closed_at'>
type CommentFacts = Pick<Comment, 'author_id' | 'deleted_at'>

/** All abilities of a reader in this thread. */
export function threadAbilities(thread: ThreadFacts, reader: ThreadReader): ThreadAbilities {
  const looksAfter = mayEditThread(thread, reader)
  const isClosed = thread.closed_at !== null
  return {
    comment: mayComment(thread),
    edit: looksAfter,
    close: looksAfter && !isClosed,
    reopen: looksAfter && isClosed,
    invite: mayInvite(thread, reader),
    start_poll: mayInvite(thread, reader),
    discard: mayDelete(reader),
  }
}

/** All abilities of a reader with this comment. */
export function commentAbilities(
  comment: CommentFacts,
  thread: ThreadFacts,
  reader: ThreadReader,
): CommentAbilities {
  return {
    edit: mayEditComment(comment, thread, reader),
    remove: mayDeleteComment(comment, reader),
    reply: mayComment(thread) && comment.deleted_at === null,
  }
}

/** Every reader of a thread may comment, guests too; nobody in a closed one. */
export function mayComment(thread: ThreadFacts): boolean {
  return thread.closed_at === null
}

/** One's own comment, while the thread is open: a closed thread stays as it was read. */
export function mayEditComment(comment: CommentFacts, thread: ThreadFacts, reader: ThreadReader): boolean {
  return comment.deleted_at === null && comment.author_id === reader.user_id && mayComment(thread)
}

/** One's own comment; admins may delete any. */
export function mayDeleteComment(comment: CommentFacts, reader: ThreadReader): boolean {
  return comment.deleted_at === null && (reader.admin || comment.author_id === reader.user_id)
}

/** Its author and the group's admins may edit a thread, close it, reopen it, and remove its guests. */
export function mayEditThread(thread: ThreadFacts, reader: ThreadReader): boolean {
  return reader.admin || thread.author_id === reader.user_id
}

/**
 * Deleting a thread or a poll takes away what others wrote and voted: only admins of the group may do it, on
 * pages and by programs.
 */
export function mayDelete({ member, admin }: Pick<ThreadReader, 'member' | 'admin'>): boolean {
  return member && admin
}

/** Members who have joined may invite outside people, and start polls, while the thread is open. */
export function mayInvite(thread: ThreadFacts, reader: ThreadReader): boolean {
  return reader.member && reader.accepted && thread.closed_at === null
}
