import type { Queryable } from '../../db/sql.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { pollType } from '../types/index.ts'
import { readSpreads } from './spread-reads.ts'

/** The number of ballots that give an option this score. */
export type ScoreCount = { score: number; count: number }

/** By option slot. */
export type Spread = Map<number, ScoreCount[]>

export const NO_SPREAD: Spread = new Map()

/**
 * By poll id: of those of these polls whose types show it, if the gate shows this viewer the results and at
 * most `most` people voted.
 */
export async function loadSpreads(
  db: Queryable,
  polls: readonly Pick<LoadedPoll, 'poll' | 'results'>[],
  most = Number.POSITIVE_INFINITY,
): Promise<Map<number, Spread>> {
  const ids = polls.flatMap(({ poll, results }) =>
    pollType(poll.poll_type).shows_spread && results.shown && results.as_of > 0 && results.as_of <= most
      ? [poll.id]
      : [],
  )
  const spreads = new Map(ids.map((id): [number, Spread] => [id, new Map()]))
  for (const { poll_id, slot, ...one } of await readSpreads(db, ids)) {
    const spread = spreads.get(poll_id)
    spread?.set(slot, [...(spread.get(slot) ?? []), one])
  }
  return spreads
}
