import { type Fields, is } from './row-types.ts'
import { sql } from './sql.ts'

/**
 * Names the rows that a statement sees which is its whole transaction: under the same name it sees the same
 * ones. A snapshot says of each transaction whether its rows are seen, and one that has ended is told from
 * one under way in every later snapshot. So it is on one server while that runs: after a crash the numbers of
 * transactions that were lost may be given out again. Null: a replica, which does not say what is under way.
 */
export const SNAPSHOT = `case when not pg_is_in_recovery()
  then concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot()) end`

type Present = { now: Date; snapshot: string | null }
const PRESENT_ROW: Fields<Present> = { now: is.instant, snapshot: is.nullable(is.text) }

/** What would be seen now, and the database's time. */
export const present = sql<object, Present>(
  'snapshot.present',
  `select now() as now, ${SNAPSHOT} as snapshot`,
  PRESENT_ROW,
)
