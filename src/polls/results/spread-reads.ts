import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

export type SpreadRow = { slot: number; score: number; count: number }

// A ballot is either named or, after its anonymous poll is sealed, nameless.
const spread = sql<{ poll_id: number }, SpreadRow>(
  'ballots.spread',
  `select s.slot::int as slot, s.score, count(*)::int as count
   from (select scores from ballots where poll_id = :poll_id
     union all select choices from sealed_ballots where poll_id = :poll_id) b(scores),
     unnest(b.scores) with ordinality as s(score, slot)
   where s.score is not null group by s.slot, s.score order by s.slot, s.score`,
  { slot: is.integer, score: is.integer, count: is.integer },
)

/** The number of a poll's ballots per option and score. */
export function readSpread(db: Queryable, poll_id: number): Promise<SpreadRow[]> {
  return spread.all(db, { poll_id })
}
