import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

export type SizeRow = { poll_id: number; size: number; count: number }

const sizes = sql<{ poll_ids: number[] }, SizeRow>(
  'ballots.sizes',
  `select poll_id, cardinality(scores) as size, count(*)::int as count
   from ballots where poll_id = any (:poll_ids::bigint[]) group by poll_id, cardinality(scores)`,
  { poll_id: is.integer, size: is.integer, count: is.integer },
)

/** The number of these polls' named ballots per number of slots that they have. */
export function readBallotSizes(db: Queryable, poll_ids: number[]): Promise<SizeRow[]> {
  return poll_ids.length === 0 ? Promise.resolve([]) : sizes.all(db, { poll_ids })
}
