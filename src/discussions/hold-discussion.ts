import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { lockMembers } from '../groups/groups-store.ts'
import type { Comment } from './comments/comment.ts'
import { lockComment } from './comments/comments-store.ts'
import type { Discussion } from './discussion.ts'
import { lockDiscussion } from './discussions-store.ts'
import type { Ref } from './load-discussion.ts'
import { findCommentOf, findDiscussionOf } from './refs-store.ts'

/** Returns the group's thread, locked until the transaction ends. NotFound: the group has no such thread. */
export async function holdDiscussion({ tx }: Act, group_id: number, ref: Ref): Promise<Discussion> {
  const found = await findDiscussionOf(tx, group_id, ref)
  const locked = found === null ? null : await lockDiscussion(tx, found.id)
  if (locked === null) throw new NotFound()
  return locked
}

/**
 * The same for a change of guests: locks the group's members before the thread, to keep the order of locks.
 */
export async function holdDiscussionAndMembers(act: Act, group_id: number, ref: Ref): Promise<Discussion> {
  await lockMembers(act.tx, group_id)
  return holdDiscussion(act, group_id, ref)
}

/**
 * Returns a comment in a thread of the group, locked with its thread. NotFound: the group has no such
 * comment.
 */
export async function holdComment({ tx }: Act, group_id: number, id: number): Promise<Comment> {
  const found = await findCommentOf(tx, group_id, id)
  const locked = found === null ? null : await lockComment(tx, id, found.discussion_id)
  if (locked === null) throw new NotFound()
  return locked
}
