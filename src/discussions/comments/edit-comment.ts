import type { Act } from '../../db/db.ts'
import { Conflict, Forbidden, NotFound, refuse } from '../../errors.ts'
import { record } from '../../events/record.ts'
import type { Discussion } from '../discussion.ts'
import { lockDiscussion } from '../discussions-store.ts'
import { mayComment, mayEditComment, type ThreadReader } from '../thread-rights.ts'
import { peopleNamed, threadClosed } from './add-comment.ts'
import { checkComment } from './comment.ts'
import { lockComment, rewriteComment } from './comments-store.ts'

export type EditedComment = { id: number; discussion_id: number; body: string; reader: ThreadReader }

/**
 * Changes the text of one's own comment; its history keeps the former text. Notifies newly mentioned people.
 * Does nothing when the text is the same. Invalid: the text; Conflict: the thread is closed, or the comment
 * is deleted; Forbidden: another's comment; NotFound.
 */
export async function editComment({ tx }: Act, request: EditedComment): Promise<void> {
  refuse(checkComment(request.body))
  const thread = await lockDiscussion(tx, request.discussion_id)
  const comment = await lockComment(tx, request.id, request.discussion_id)
  if (thread === null || comment === null) throw new NotFound()
  if (comment.deleted_at !== null) throw commentDeleted()
  if (!mayEditComment(comment, thread, request.reader)) throw refusal(thread)
  if (comment.body === request.body) return
  const { discussion_id, body } = request
  // People chosen beside the text stay chosen.
  const named = await peopleNamed(tx, { discussion_id, body, mentioned_ids: [] })
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
      recipient_ids: named.filter((id) => id !== comment.author_id && !comment.mentioned_ids.includes(id)),
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
