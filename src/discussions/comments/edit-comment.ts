import type { Act } from '../../db/db.ts'
import { Conflict, Forbidden, NotFound, refuse } from '../../errors.ts'
import { record } from '../../events/record.ts'
import type { Discussion } from '../discussion.ts'
import { lockDiscussion } from '../discussions-store.ts'
import { mayComment, mayEditComment, type ThreadReader } from '../thread-rights.ts'
import { checkChosen, peopleNamed, threadClosed } from './add-comment.ts'
import { checkComment } from './comment.ts'
import { lockComment, rewriteComment } from './comments-store.ts'

export type EditedComment = {
  id: number
  discussion_id: number
  body: string
  /** People chosen to be notified, beside those mentioned already and in the text; none by default. */
  mentioned_ids?: number[]
  reader: ThreadReader
}

/**
 * Changes the text of one's own comment; its history keeps the former text. Notifies newly mentioned people.
 * Does nothing when the text is the same and nobody new is chosen. Invalid: the text, or the people chosen;
 * Conflict: the thread is closed, or the comment is deleted; Forbidden: another's comment; NotFound.
 */
export async function editComment({ tx }: Act, request: EditedComment): Promise<void> {
  const { discussion_id, body, mentioned_ids: chosen = [] } = request
  const wanted = { discussion_id, body, mentioned_ids: chosen }
  refuse([...checkComment(body), ...(await checkChosen(tx, wanted))])
  const thread = await lockDiscussion(tx, discussion_id)
  const comment = await lockComment(tx, request.id, discussion_id)
  if (thread === null || comment === null) throw new NotFound()
  if (comment.deleted_at !== null) throw commentDeleted()
  if (!mayEditComment(comment, thread, request.reader)) throw refusal(thread)
  const named = comment.body === body ? chosen : await peopleNamed(tx, wanted)
  const added = named.filter((id) => !comment.mentioned_ids.includes(id))
  if (comment.body === body && added.length === 0) return
  // People chosen beside the text stay chosen.
  const mentioned_ids = [...new Set([...comment.mentioned_ids, ...named])]
  await rewriteComment(tx, { id: comment.id, body, mentioned_ids })
  await record(tx, [
    {
      kind: 'comment_edited',
      group_id: comment.group_id,
      discussion_id,
      poll_id: null,
      subject_id: comment.id,
      actor_id: comment.author_id,
      recipient_ids: added.filter((id) => id !== comment.author_id),
      recipient_message: null,
    },
  ])
}

/** The error for a comment that is deleted. */
export function commentDeleted(): Conflict {
  return new Conflict('comment_deleted.deleted')
}

function refusal(thread: Discussion): Conflict | Forbidden {
  if (!mayComment(thread)) return threadClosed()
  return new Forbidden('not_yours.edit_comment')
}
