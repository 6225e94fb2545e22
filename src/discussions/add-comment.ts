import type { Act } from '../db/db.ts'
import { Conflict, Invalid, NotFound, refuse } from '../errors.ts'
import { record } from '../events/record.ts'
import { type Comment, checkComment, MAX_MENTIONS, rootOf, usernamesIn } from './comment.ts'
import {
  insertComment,
  lockComment,
  readersAmong,
  readersNamed,
  takePlaceInThread,
} from './comments-store.ts'

export type NewComment = {
  discussion_id: number
  /** The comment that is answered; null: the thread is. */
  parent_id: number | null
  body: string
  /** People chosen to be told, beside those named in the text. */
  mentioned_ids: number[]
}

/**
 * Adds a comment to a thread, by one who may read it. Told are those it names, the author of the thread, and the author
 * of the comment it answers. Returns its id and place. Invalid: text or people; Conflict: the thread is closed;
 * NotFound: no such thread, or no such comment in it.
 */
export async function addComment(
  { tx, actor }: Act,
  request: NewComment,
): Promise<{ id: number; sequence_id: number }> {
  refuse(checkComment(request.body))
  const { discussion_id } = request
  const author_id = actor.user_id ?? 0
  const place = await takePlaceInThread(tx, discussion_id)
  if (place === null) throw threadClosed()
  const parent = await answered(tx, request)
  const mentioned_ids = await peopleNamed(tx, request)
  const { sequence_id } = place
  const id = await insertComment(tx, {
    discussion_id,
    parent_id: parent === null ? null : rootOf(parent),
    author_id,
    body: request.body,
    sequence_id,
    mentioned_ids,
  })
  const concerned = [...mentioned_ids, place.author_id, ...(parent === null ? [] : [parent.author_id])]
  const readers = await readersAmong(tx, discussion_id, [...new Set(concerned)])
  await record(tx, [
    {
      kind: 'new_comment',
      group_id: place.group_id,
      discussion_id,
      poll_id: null,
      subject_type: 'Comment',
      subject_id: id,
      actor_id: author_id,
      recipient_ids: readers.filter((reader) => reader !== author_id),
      recipient_message: null,
      sequence_id,
    },
  ])
  return { id, sequence_id }
}

/** What is thrown when somebody speaks in a closed thread. */
export function threadClosed(): Conflict {
  return new Conflict('thread_closed', 'This thread is closed: it takes no comments.')
}

async function answered(tx: Act['tx'], { parent_id, discussion_id }: NewComment): Promise<Comment | null> {
  if (parent_id === null) return null
  const parent = await lockComment(tx, parent_id, discussion_id)
  if (parent === null) throw new NotFound('There is no such comment in this thread.')
  if (parent.deleted_at !== null)
    throw new Conflict('comment_deleted', 'The comment you answer was deleted meanwhile.')
  return parent
}

/** The readers of the thread whom a comment names: in its text, or chosen. Invalid: one of the chosen cannot read it. */
export async function peopleNamed(
  tx: Act['tx'],
  { discussion_id, body, mentioned_ids }: Pick<NewComment, 'discussion_id' | 'body' | 'mentioned_ids'>,
): Promise<number[]> {
  const chosen = [...new Set(mentioned_ids)]
  const readers = await readersAmong(tx, discussion_id, chosen.slice(0, MAX_MENTIONS))
  if (readers.length < chosen.length) {
    const message =
      chosen.length > MAX_MENTIONS
        ? `are too many (at most ${MAX_MENTIONS})`
        : 'must be people who read this thread'
    throw new Invalid([{ field: 'mentioned_ids', code: 'inclusion', message }])
  }
  const named = await readersNamed(tx, discussion_id, usernamesIn(body))
  return [...new Set([...readers, ...named])].sort((a, b) => a - b)
}
