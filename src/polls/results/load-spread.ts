import type { Queryable } from '../../db/sql.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { pollType } from '../types/index.ts'
import { readSpread } from './spread-reads.ts'

/** The number of ballots that give an option this score. */
export type ScoreCount = { score: number; count: number }

/** By option slot. */
export type Spread = Map<number, ScoreCount[]>

/** For types that show it, if the gate shows this viewer the results; else none. */
export async function loadSpread(
  db: Queryable,
  { poll, results }: Pick<LoadedPoll, 'poll' | 'results'>,
): Promise<Spread> {
  const spread: Spread = new Map()
  if (!pollType(poll.poll_type).shows_spread || !results.shown || results.as_of === 0) return spread
  for (const { slot, ...one } of await readSpread(db, poll.id))
    spread.set(slot, [...(spread.get(slot) ?? []), one])
  return spread
}
