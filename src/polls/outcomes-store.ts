import { type Queryable, sql } from '../db/sql.ts'
import type { Outcome } from './outcome.ts'

type NewOutcome = Pick<Outcome, 'poll_id' | 'group_id' | 'author_id' | 'statement' | 'statement_format'>

const insert = sql<NewOutcome, { id: number; earlier: boolean }>(
  'outcomes.insert',
  `insert into outcomes (poll_id, group_id, author_id, statement, statement_format)
   values (:poll_id, :group_id, :author_id, :statement, :statement_format)
   returning id, exists (select 1 from outcomes o where o.poll_id = :poll_id) as earlier`,
)

/** Keeps an outcome, which from now on is its poll's. `earlier`: the poll had one before. */
export function insertOutcome(tx: Queryable, outcome: NewOutcome): Promise<{ id: number; earlier: boolean }> {
  return insert.one(tx, outcome)
}
