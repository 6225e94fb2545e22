import { type Fields, is } from './row-types.ts'
import { sql } from './sql.ts'

/**
 * Names the rows that a statement in its own transaction sees: the same name means the same rows. A snapshot
 * distinguishes transactions that have ended from running ones, so two names differ if a change ended between
 * them. This holds on one server while it runs: after a crash it may reuse the numbers of lost transactions.
 * Null: a replica, which does not list running transactions.
 */
export const SNAPSHOT = `case when not pg_is_in_recovery()
  then concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot()) end`

type Present = { now: Date; snapshot: string | null }
const PRESENT_ROW: Fields<Present> = { now: is.instant, snapshot: is.nullable(is.text) }

/** What a statement would see now, and the database's time. */
export const present = sql<object, Present>(
  'snapshot.present',
  `select now() as now, ${SNAPSHOT} as snapshot`,
  PRESENT_ROW,
)
