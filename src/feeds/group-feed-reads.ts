import type { Json } from '../db/json-rows.ts'
import { type Queryable, sql } from '../db/sql.ts'

const threads = sql<{ group_id: number; most: number }, { thread: Json; author: string | null }>(
  'group_feeds.threads',
  `select row_to_json(d) as thread, u.name as author from discussions d join users u on u.id = d.author_id
   where d.group_id = :group_id and d.discarded_at is null order by d.updated_at desc, d.id desc limit :most`,
)

/** The threads of a group that were written last, with their authors' names. */
export function readFeedThreads(
  db: Queryable,
  ask: { group_id: number; most: number },
): Promise<{ thread: Json; author: string | null }[]> {
  return threads.all(db, ask)
}
