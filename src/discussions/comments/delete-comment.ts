import type { Act } from '../../db/db.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { discardDrafts } from '../../users/drafts/discard-draft.ts'
import { placeOfCommentEdit } from '../edits/edit-places.ts'
import { mayDeleteComment, type ThreadReader } from '../thread-rights.ts'
import { eraseComment, lockComment } from './comments-store.ts'
import { commentDeleted } from './edit-comment.ts'

/**
 * Erases a comment's text and history, and what its author began to change in it; its row stays, so that
 * replies keep their place. Conflict: it is already deleted; Forbidden: another's comment; NotFound.
 */
export async function deleteComment(
  { tx }: Act,
  { id, discussion_id, reader }: { id: number; discussion_id: number; reader: ThreadReader },
): Promise<void> {
  const comment = await lockComment(tx, id, discussion_id)
  if (comment === null) throw new NotFound()
  if (comment.deleted_at !== null) throw commentDeleted()
  if (!mayDeleteComment(comment, reader)) throw new Forbidden('not_yours.delete_comment')
  await eraseComment(tx, { id, discussion_id, deleted_by: reader.user_id })
  await discardDrafts(tx, comment.author_id, [placeOfCommentEdit({ id, discussion_id })])
  await record(tx, [
    {
      kind: 'comment_deleted',
      group_id: comment.group_id,
      discussion_id,
      poll_id: null,
      subject_id: id,
      actor_id: reader.user_id,
      recipient_ids: [],
      recipient_message: null,
    },
  ])
}
