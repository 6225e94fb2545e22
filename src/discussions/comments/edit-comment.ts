import type { Act } from '../../db/db.ts'
import { Conflict, Forbidden, NotFound, type Problem, refuse } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { rewrittenText } from '../../text/line-breaks.ts'
import type { Discussion } from '../discussion.ts'
import { lockDiscussion } from '../discussions-store.ts'
import { mayComment, mayEditComment, type ThreadReader } from '../thread-rights.ts'
import { checkChosen, peopleNamed } from './add-comment.ts'
import { type Comment, checkComment } from './comment.ts'
import { lockComment, notifiedOf, rewriteComment } from './comments-store.ts'
import { loadComment } from './load-comments.ts'
import { namedIn } from './named-in-full.ts'

export type EditedComment = {
  id: number
  discussion_id: number
  body: string
  /** The people chosen to be mentioned, beside those in the text; by default those mentioned so far. */
  mentioned_ids?: number[]
  reader: ThreadReader
  problems?: Problem[]
}

/**
 * Changes the text of one's own comment; its history keeps the former text. Notifies newly mentioned people,
 * nobody twice of one comment. Does nothing when text and mentions are the same. Invalid: the text, or the
 * people chosen; Conflict: the thread is closed, or the comment is deleted; Forbidden: another's comment;
 * NotFound.
 */
export async function editComment({ tx }: Act, request: EditedComment): Promise<void> {
  const { discussion_id } = request
  const thread = await lockDiscussion(tx, discussion_id)
  const comment = await lockComment(tx, request.id, discussion_id)
  if (thread === null || comment === null) throw new NotFound()
  const body = rewrittenText(comment.body ?? '', request.body)
  const chosen = request.mentioned_ids ?? comment.mentioned_ids
  const added = without(chosen, comment.mentioned_ids)
  const wanted = { discussion_id, body, mentioned_ids: added }
  refuse([...checkComment(body), ...(await checkChosen(tx, wanted))], request.problems)
  if (comment.deleted_at !== null) throw commentDeleted()
  if (!mayEditComment(comment, thread, request.reader)) throw refusal(thread)
  const mentioned_ids = await mentionedAfter(tx, comment, { body, chosen })
  const fresh = without(mentioned_ids, comment.mentioned_ids)
  const isSame = fresh.length === 0 && without(comment.mentioned_ids, mentioned_ids).length === 0
  if (comment.body === body && isSame) return
  await rewriteComment(tx, { id: comment.id, body, mentioned_ids })
  await record(tx, [
    {
      kind: 'comment_edited',
      group_id: comment.group_id,
      discussion_id,
      poll_id: null,
      subject_id: comment.id,
      actor_id: comment.author_id,
      recipient_ids: without(fresh, [comment.author_id, ...(await notifiedOf(tx, comment.id))]),
      recipient_message: null,
    },
  ])
}

/**
 * The people whom the edited comment mentions: those chosen, and those in the text. Not those whom only the
 * former text named: their boxes are ticked because it did.
 */
async function mentionedAfter(
  tx: Act['tx'],
  comment: Comment,
  { body, chosen }: { body: string; chosen: number[] },
): Promise<number[]> {
  const { id, discussion_id } = comment
  const { mentioned } = await loadComment(tx, discussion_id, id)
  const known = mentioned.map((person) => person.id)
  const still = namedIn(body, mentioned)
  const gone = without(namedIn(comment.body ?? '', mentioned), still)
  const named = comment.body === body ? [] : await peopleNamed(tx, { discussion_id, body, mentioned_ids: [] })
  // Nobody can choose people who no longer read the thread.
  const unseen = without(comment.mentioned_ids, known)
  const all = new Set([...without(chosen, gone), ...unseen, ...still, ...named])
  return [...all].sort((a, b) => a - b)
}

const without = (ids: readonly number[], those: readonly number[]) => ids.filter((id) => !those.includes(id))

/** The error for a comment that is deleted. */
export function commentDeleted(): Conflict {
  return new Conflict('comment_deleted.deleted')
}

/** The error for a comment in a closed thread, which stays as it was read. */
export function commentStays(): Conflict {
  return new Conflict('thread_closed.stays')
}

function refusal(thread: Discussion): Conflict | Forbidden {
  if (!mayComment(thread)) return commentStays()
  return new Forbidden('not_yours.edit_comment')
}
