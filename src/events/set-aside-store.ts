import { is, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { EVENT_ROW } from './event.ts'
import type { EventKind } from './kinds.ts'

/** An event that failed; `reason`: the error, for the operator. */
export type SetAside = {
  id: number
  kind: EventKind
  group_handle: string
  reason: string
  created_at: Date
  set_aside_at: Date
}

// A range condition: for `is not null` PostgreSQL expects most of the table, and ignores the index.
const page = sql<{ per: number; from: number }, SetAside>(
  'events.page_set_aside',
  `select e.id, e.kind, g.handle as group_handle, e.set_aside_reason as reason, e.created_at, e.set_aside_at
   from (select * from events where set_aside_at between '-infinity' and 'infinity' offset 0) e
   join lateral (select handle from groups where id = e.group_id limit 1) g on true
   order by e.id limit :per offset :from`,
  {
    ...pick(EVENT_ROW, 'id', 'kind', 'created_at'),
    group_handle: is.text,
    reason: is.text,
    set_aside_at: is.instant,
  },
)

const retry = sql<{ ids: number[] | null }>(
  'events.retry_set_aside',
  `update events set dispatched_at = null, set_aside_at = null, set_aside_reason = null
   where set_aside_at between '-infinity' and 'infinity' and (:ids::bigint[] is null or id = any (:ids::bigint[]))`,
)

/** Events that were set aside, oldest first: `per` of them after skipping `from`. */
export function listSetAside(db: Queryable, paging: { per: number; from: number }): Promise<SetAside[]> {
  return page.all(db, paging)
}

/** Retries those of these events that were set aside, or (null) all of them. Returns how many. */
export function retrySetAside(tx: Queryable, ids: number[] | null): Promise<number> {
  return retry.run(tx, { ids })
}
