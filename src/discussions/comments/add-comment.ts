import type { Act } from '../../db/db.ts'
import { Conflict, type Problem, problem, type Refusal, refuse } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { countAttempt } from '../../users/count-attempt.ts'
import { checkComment, MAX_MENTIONS, rootOf, usernamesIn } from './comment.ts'
import {
  findRepeated,
  insertComment,
  lockComment,
  readersAmong,
  readersNamed,
  takePlaceInThread,
} from './comments-store.ts'

export type NewComment = {
  discussion_id: number
  /** The comment it replies to; null: the thread. */
  parent_id: number | null
  body: string
  /** People chosen to be notified, beside those mentioned in the text. */
  mentioned_ids: number[]
}

/**
 * Adds a comment to a thread, by a person who may read it. Notifies the people it mentions, the author of the
 * thread, and the author of the comment it replies to. Returns its id and place. Invalid lists every wrong
 * field: the text, the people, the parent comment; Conflict: the thread is closed, or the parent is deleted;
 * TooManyAttempts: too many comments by this author within a minute, by any door.
 */
export async function addComment(
  { tx, actor, limits }: Act,
  request: NewComment,
): Promise<{ id: number; sequence_id: number }> {
  const { discussion_id, parent_id } = request
  const author_id = actor.user_id ?? 0
  if (limits !== null) await countAttempt(tx, 'comment', String(author_id))
  const place = await takePlaceInThread(tx, discussion_id)
  if (place === null) throw threadClosed()
  const parent = parent_id === null ? null : await lockComment(tx, parent_id, discussion_id)
  refuse([
    ...checkComment(request.body),
    ...(parent_id !== null && parent === null ? [NO_PARENT] : []),
    ...(await checkChosen(tx, request)),
  ])
  if (parent !== null && parent.deleted_at !== null) throw new Conflict('comment_deleted.answered')
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
      subject_id: id,
      actor_id: author_id,
      recipient_ids: readers.filter((reader) => reader !== author_id),
      recipient_message: null,
      sequence_id,
    },
  ])
  return { id, sequence_id }
}

/**
 * `addComment` for people: if the text repeats the thread's newest comment, it is that comment. Browsers
 * without scripts do so: when an answer is lost, people go back and send what they wrote in a page that is new.
 */
export async function addUnrepeated(act: Act, request: NewComment): Promise<{ id: number }> {
  const id = await findRepeated(act.tx, { ...request, author_id: act.actor.user_id ?? 0 })
  return id === null ? addComment(act, request) : { id }
}

/** The error for a comment in a closed thread. */
export function threadClosed(): Conflict {
  return new Conflict('thread_closed.comments')
}

/** Whether a comment is refused because what it answers was deleted. */
export function isAnsweredGone(refusal: Refusal): boolean {
  return refusal instanceof Conflict && refusal.reason === 'comment_deleted.answered'
}

const NO_PARENT = problem('parent_id', 'no_comment_of_thread')

type Named = Pick<NewComment, 'discussion_id' | 'body' | 'mentioned_ids'>

/** People chosen to be notified must be able to read the thread. */
export async function checkChosen(
  tx: Act['tx'],
  { discussion_id, mentioned_ids }: Named,
): Promise<Problem[]> {
  const chosen = [...new Set(mentioned_ids)]
  const field = 'mentioned_ids'
  if (chosen.length > MAX_MENTIONS) return [problem(field, 'too_many', { most: MAX_MENTIONS })]
  const readers = await readersAmong(tx, discussion_id, chosen)
  return readers.length < chosen.length ? [problem(field, 'no_readers')] : []
}

/** The readers of the thread whom a comment mentions: in its text, or chosen. */
export async function peopleNamed(
  tx: Act['tx'],
  { discussion_id, body, mentioned_ids }: Named,
): Promise<number[]> {
  const named = await readersNamed(tx, discussion_id, usernamesIn(body))
  return [...new Set([...mentioned_ids, ...named])].sort((a, b) => a - b)
}
