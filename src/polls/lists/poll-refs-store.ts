import { type Queryable, sql } from '../../db/sql.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import type { Poll } from '../poll.ts'
import { POLL_ROW } from '../poll-rows.ts'

const find = sql<{ group_id: number; id: number | null; key: string | null }, Poll>(
  'poll_refs.find',
  `select * from polls where id = coalesce(:id::bigint, (select id from polls where key = :key))
     and group_id = :group_id and discarded_at is null`,
  POLL_ROW,
  { wider: true },
)

/** The poll of this group with this id or key. Null: the group has no such poll. */
export function findPollOf(db: Queryable, group_id: number, ref: Ref): Promise<Poll | null> {
  return find.first(db, { group_id, id: null, key: null, ...ref })
}
