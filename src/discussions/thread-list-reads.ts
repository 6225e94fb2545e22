import type { Json } from '../db/json-rows.ts'
import { type Queryable, sql } from '../db/sql.ts'

const page = sql<{ group_id: number; per: number; from: number }, { thread: Json; author: Json }>(
  'threads.page',
  `select row_to_json(d) as thread, row_to_json(u) as author
   from discussions d join users u on u.id = d.author_id
   where d.group_id = :group_id and d.discarded_at is null
   order by d.closed_at is not null, d.last_activity_at desc, d.id desc limit :per offset :from`,
)

/** A page of a group's threads: open ones first, the last touched first. */
export function readThreadList(
  db: Queryable,
  ask: { group_id: number; per: number; from: number },
): Promise<{ thread: Json; author: Json }[]> {
  return page.all(db, ask)
}
