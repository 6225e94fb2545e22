import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { COMMENT_ROW, type Comment } from './comments/comment.ts'
import { DISCUSSION_ROW, type Discussion } from './discussion.ts'
import type { Ref } from './load-discussion.ts'

const thread = sql<{ group_id: number; id: number | null; key: string | null }, Discussion>(
  'refs.thread',
  `select * from discussions where id = coalesce(:id::bigint, (select id from discussions where key = :key))
     and group_id + 0 = :group_id and discarded_at is null`,
  DISCUSSION_ROW,
  { wider: true },
)

const comment = sql<{ group_id: number; id: number }, Comment>(
  'refs.comment',
  `select c.* from comments c join lateral (select * from discussions where id = c.discussion_id limit 1) d on true
   where c.id = :id and d.group_id = :group_id and d.discarded_at is null`,
  COMMENT_ROW,
  { wider: true },
)

const threadOfComment = sql<{ id: number }, { key: string }>(
  'refs.thread_of_comment',
  `select d.key from comments c join discussions d on d.id = c.discussion_id
   where c.id = :id and d.discarded_at is null`,
  { key: is.text },
)

/** The public key of this comment's thread. Null: there is no such comment. */
export async function findThreadOfComment(db: Queryable, id: number): Promise<string | null> {
  return (await threadOfComment.first(db, { id }))?.key ?? null
}

/** The thread of this group with this id or key. Null: the group has no such thread. */
export function findDiscussionOf(db: Queryable, group_id: number, ref: Ref): Promise<Discussion | null> {
  return thread.first(db, { group_id, id: null, key: null, ...ref })
}

/** The comment with this id in a thread of this group. Null: there is none. */
export function findCommentOf(db: Queryable, group_id: number, id: number): Promise<Comment | null> {
  return comment.first(db, { group_id, id })
}
