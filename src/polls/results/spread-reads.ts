import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

export type SpreadRow = { poll_id: number; slot: number; score: number; count: number }

// A ballot is either named or, after its anonymous poll is sealed, nameless.
const spreads = sql<{ poll_ids: number[] }, SpreadRow>(
  'ballots.spreads',
  `select b.poll_id, s.slot::int as slot, s.score, count(*)::int as count
   from (select poll_id, scores from ballots where poll_id = any (:poll_ids::bigint[])
     union all select poll_id, choices from sealed_ballots where poll_id = any (:poll_ids::bigint[])) b(poll_id, scores),
     unnest(b.scores) with ordinality as s(score, slot)
   where s.score is not null group by b.poll_id, s.slot, s.score order by b.poll_id, s.slot, s.score`,
  { poll_id: is.integer, slot: is.integer, score: is.integer, count: is.integer },
)

/** The number of each of these polls' ballots per option and score. */
export function readSpreads(db: Queryable, poll_ids: number[]): Promise<SpreadRow[]> {
  return poll_ids.length === 0 ? Promise.resolve([]) : spreads.all(db, { poll_ids })
}
