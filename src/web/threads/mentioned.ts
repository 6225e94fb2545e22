import type { Queryable } from '../../db/sql.ts'
import { MAX_MENTIONS } from '../../discussions/comments/comment.ts'
import { loadMentionable } from '../../discussions/comments/load-comments.ts'
import { namedInFull, sharedNamesIn } from '../../discussions/comments/named-in-full.ts'
import type { ThreadVisit } from '../../members/visits/load-thread.ts'

/** `unclear`: a name in the text mentions nobody, because several people have it. */
export type Mentions = { ids: number[]; unclear: boolean }

/** The people whom a comment mentions: those ticked in its form, and those whose whole name follows an @. */
export async function mentionedIn(
  db: Queryable,
  { reader, thread }: Pick<ThreadVisit, 'reader' | 'thread'>,
  { body, mentioned_ids }: { body: string; mentioned_ids: number[] },
): Promise<Mentions> {
  if (!body.includes('@')) return { ids: mentioned_ids, unclear: false }
  const { id: discussion_id, group_id } = thread.discussion
  const { user_id, member } = reader
  const people = await loadMentionable(db, { discussion_id, group_id, user_id, member })
  const named = namedInFull(body, people).filter((id) => !mentioned_ids.includes(id))
  // More ticked ones than may be mentioned are an error in their field; names only fill up.
  const ids = [...mentioned_ids, ...named.slice(0, Math.max(0, MAX_MENTIONS - mentioned_ids.length))]
  return { ids, unclear: sharedNamesIn(body, people).length > 0 }
}
