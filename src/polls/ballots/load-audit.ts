import type { Queryable } from '../../db/sql.ts'
import type { Poll } from '../poll.ts'
import { countGiven, type GivenBallot, type GivenCount, givenBallots } from './audit-store.ts'

/** The people who were given a poll's ballots; never who cast one. */
export type Audit = {
  counts: GivenCount[]
  /** One page of them; empty for readers who may see numbers only. */
  ballots: GivenBallot[]
  more: boolean
}

/** One page. A withdrawn ballot reveals nothing about voting: in an anonymous poll its vote still counts. */
export async function loadAudit(
  db: Queryable,
  { id }: Pick<Poll, 'id'>,
  { names, per, from }: { names: boolean; per: number; from: number },
): Promise<Audit> {
  const [counts, found] = await Promise.all([
    countGiven(db, id),
    names ? givenBallots(db, { poll_id: id, most: per + 1, from }) : [],
  ])
  return { counts, ballots: found.slice(0, per), more: found.length > per }
}
