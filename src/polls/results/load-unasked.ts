import type { Queryable } from '../../db/sql.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { pollType } from '../types/index.ts'
import { readBallotSizes } from './unasked-reads.ts'

/** By option slot: the number of ballots cast before the option was added. Missing: none. */
export type Unasked = ReadonlyMap<number, number>

export const ALL_ASKED: Unasked = new Map()

type Shown = Pick<LoadedPoll, 'poll' | 'options' | 'results'>

/**
 * By poll id: of those of these polls to which options can be added after votes, if the gate shows this
 * viewer the results. A ballot has a slot for each option that existed when it was cast.
 */
export async function loadUnasked(db: Queryable, polls: readonly Shown[]): Promise<Map<number, Unasked>> {
  const grown = polls.filter(mayHaveGrown)
  const sizes = await readBallotSizes(
    db,
    grown.map(({ poll }) => poll.id),
  )
  return new Map(
    grown.map(({ poll, options }): [number, Unasked] => {
      const own = sizes.filter(({ poll_id }) => poll_id === poll.id)
      const before = (slot: number) =>
        own.reduce((sum, { size, count }) => (size < slot ? sum + count : sum), 0)
      const late = options.filter(({ slot }) => before(slot) > 0)
      return [poll.id, new Map(late.map(({ slot }) => [slot, before(slot)]))]
    }),
  )
}

/** The ballots of a larger poll are not read for a remark. */
const MOST_BALLOTS = 10_000

/** Anonymous polls take no options after a vote; times say it in their own words. */
function mayHaveGrown({ poll, results }: Shown): boolean {
  const { allowed_options, options_are_times } = pollType(poll.poll_type)
  const grows = allowed_options === null && !options_are_times && !poll.anonymous
  return grows && results.shown && results.as_of > 0 && results.as_of <= MOST_BALLOTS
}
