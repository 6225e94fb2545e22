import type { Queryable } from '../../db/sql.ts'
import { type GivenReason, givenReasons } from '../ballots/ballots-store.ts'
import type { LoadedPoll } from '../load-poll.ts'

export type { GivenReason }

/** One page shows no more. */
export const MAX_REASONS = 200

/** The voters' reasons, if the gate shows this poll's viewer who voted how; else none. */
export async function loadReasons(
  db: Queryable,
  { poll, results }: Pick<LoadedPoll, 'poll' | 'results'>,
): Promise<GivenReason[]> {
  if (poll.anonymous || !results.shown || !results.named || results.as_of === 0) return []
  return givenReasons(db, poll.id, MAX_REASONS)
}
