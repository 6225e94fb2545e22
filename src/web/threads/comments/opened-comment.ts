import { commentDeleted, commentStays } from '../../../discussions/comments/edit-comment.ts'
import { type LoadedComment, loadComment } from '../../../discussions/comments/load-comments.ts'
import { type CommentAbilities, commentAbilities } from '../../../discussions/thread-rights.ts'
import { type Conflict, Forbidden } from '../../../errors.ts'
import { namesInTexts } from '../../../users/shown-names.ts'
import { idInPath } from '../../request/address.ts'
import type { Exchange } from '../../request/exchange.ts'
import { type ThreadEntry, threadPath } from '../../visits/thread-door.ts'

/** A comment whose page is open; `path`: of its thread. */
export type Opened = { entry: ThreadEntry; said: LoadedComment; path: string }

/** The requested comment. Conflict or Forbidden: it is deleted, or the reader may not do this with it. */
export async function openComment(
  exchange: Exchange,
  entry: ThreadEntry,
  ability: keyof CommentAbilities | null,
): Promise<Opened> {
  const { thread, reader } = entry.visit
  const said = await loadComment(exchange.services.db.pool, thread.discussion.id, idInPath(exchange))
  if (said.comment.deleted_at !== null) throw commentDeleted()
  if (ability !== null && !commentAbilities(said.comment, thread.discussion, reader)[ability])
    throw new Forbidden('not_yours.comment')
  return { entry, said, path: threadPath(exchange) }
}

/** The same for an edit. `refusal`: the thread was closed, in which authors keep what they typed. */
export async function openEdit(
  exchange: Exchange,
  entry: ThreadEntry,
): Promise<{ opened: Opened; refusal: Conflict | null }> {
  const { thread, reader } = entry.visit
  const opened = await openComment(exchange, entry, null)
  const { comment } = opened.said
  if (commentAbilities(comment, thread.discussion, reader).edit) return { opened, refusal: null }
  if (comment.author_id !== reader.user_id) throw new Forbidden('not_yours.comment')
  return { opened, refusal: commentStays() }
}

/** The names of people mentioned in the comment. */
export function mentionsOf({ said: { mentioned } }: Opened): Map<string, string> {
  return namesInTexts(mentioned)
}
