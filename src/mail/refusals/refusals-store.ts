import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

/** Mails that wait after failed attempts. `last_error`: the newest; null if there are none. */
export type Refusals = { mails: number; last_error: string | null }

/** A mail is next due one pause after its last failure. */
const FAILED_AT = "due_at - (:pauses_ms::int[])[attempts] * interval '1 millisecond'"

const refusals = sql<{ pauses_ms: readonly number[] }, Refusals>(
  'refusals.since_sent',
  `select count(*)::int as mails, (array_agg(last_error order by failed_at desc))[1] as last_error
   from (
     select last_error, ${FAILED_AT} as failed_at
     from mails where status = 'waiting' and not discreet and last_error is not null
   ) m
   where failed_at > coalesce((select max(sent_at) from mails), '-infinity')`,
  { mails: is.integer, last_error: is.nullable(is.text) },
)

/** Mails that failed, if none has been sent since. `pauses_ms`: between attempts. */
export function findRefusals(db: Queryable, ask: { pauses_ms: readonly number[] }): Promise<Refusals> {
  return refusals.one(db, ask)
}
