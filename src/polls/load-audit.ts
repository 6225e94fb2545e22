import type { Queryable } from '../db/sql.ts'
import { countGiven, type GivenBallot, type GivenCount, givenBallots } from './electorate-store.ts'
import type { Poll } from './poll.ts'

/** `withdrawn` null: not told. */
export type AuditedBallot = Omit<GivenBallot, 'withdrawn'> & { withdrawn: boolean | null }

/** To whom the ballots of a poll were given; never who cast one. */
export type Audit = {
  counts: (Omit<GivenCount, 'withdrawn'> & { withdrawn: number | null })[]
  /** One page of them; none for readers who may see numbers only. */
  ballots: AuditedBallot[]
  more: boolean
}

/**
 * A page of it. Of an anonymous poll it is not told which ballots were withdrawn: a withdrawn ballot stays in the
 * turnout when it was cast, so that both numbers together would tell who had voted.
 */
export async function loadAudit(
  db: Queryable,
  { id, anonymous }: Pick<Poll, 'id' | 'anonymous'>,
  { names, per, from }: { names: boolean; per: number; from: number },
): Promise<Audit> {
  const [counts, found] = await Promise.all([
    countGiven(db, id),
    names ? givenBallots(db, { poll_id: id, most: per + 1, from }) : [],
  ])
  const told = <T extends { withdrawn: unknown }>(one: T) => (anonymous ? { ...one, withdrawn: null } : one)
  return { counts: counts.map(told), ballots: found.slice(0, per).map(told), more: found.length > per }
}
