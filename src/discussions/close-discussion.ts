import type { Act } from '../db/db.ts'
import { Conflict, Forbidden, NotFound } from '../errors.ts'
import { addToItemCounts } from '../groups/groups-store.ts'
import { lockDiscussion, markDiscussionClosed, markDiscussionReopened } from './discussions-store.ts'
import { recordOfThread } from './record-discussion.ts'
import { mayEditThread, type ThreadReader } from './thread-rights.ts'

type Request = { id: number; reader: ThreadReader }

/**
 * Closes a thread: it takes no more comments. Its polls continue. Conflict: already closed; Forbidden:
 * neither author nor admin; NotFound.
 */
export async function closeDiscussion(act: Act, request: Request): Promise<void> {
  await turn(act, request, 'discussion_closed')
}

/**
 * Reopens a closed thread for comments. Conflict: it is open; Forbidden: neither author nor admin; NotFound.
 */
export async function reopenDiscussion(act: Act, request: Request): Promise<void> {
  await turn(act, request, 'discussion_reopened')
}

async function turn(
  act: Act,
  { id, reader }: Request,
  kind: 'discussion_closed' | 'discussion_reopened',
): Promise<void> {
  const { tx } = act
  const thread = await lockDiscussion(tx, id)
  if (thread === null) throw new NotFound()
  if (!mayEditThread(thread, reader)) throw new Forbidden('not_yours.close_thread')
  const closing = kind === 'discussion_closed'
  if ((thread.closed_at !== null) === closing)
    throw closing ? new Conflict('thread_closed.before') : new Conflict('thread_open.open')
  await recordOfThread(act, thread, kind)
  await (closing ? markDiscussionClosed(tx, id) : markDiscussionReopened(tx, id))
  await addToItemCounts(tx, [{ group_id: thread.group_id, closed_discussions: closing ? 1 : -1 }])
}
