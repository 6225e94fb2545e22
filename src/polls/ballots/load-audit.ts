import type { Queryable } from '../../db/sql.ts'
import type { Poll } from '../poll.ts'
import { countGiven, type GivenBallot, type GivenCount, givenBallots } from './audit-store.ts'

/** To whom the ballots of a poll were given; never who cast one. */
export type Audit = {
  counts: GivenCount[]
  /** One page of them; none for readers who may see numbers only. */
  ballots: GivenBallot[]
  more: boolean
}

/**
 * A page of it. That a ballot was taken back tells nothing about voting: of an anonymous poll each goes on
 * counting.
 */
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
