import type { Queryable } from '../../db/sql.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { countNow } from './count-poll.ts'
import { readCountText } from './count-text.ts'
import type { CountedBallots } from './counting.ts'
import { keptCount } from './counts-store.ts'
import { isCounted } from './elected.ts'
import { addsUp, isDecidedBySums, isElection } from './methods.ts'

type Voted = Pick<LoadedPoll, 'poll' | 'options' | 'results'>

/**
 * The count of a poll as this viewer may see it: as it was made at the closing, else of the ballots as they
 * are. Null: results are hidden, nobody has voted, or the poll's type elects nothing.
 */
export async function loadCount(
  db: Queryable,
  { poll, options, results }: Voted,
): Promise<CountedBallots | null> {
  if (!results.shown) return null
  const text = isCounted(poll)
    ? await keptCount(db, poll.id)
    : ((await countNow(db, poll, options))?.text ?? null)
  return text === null ? null : readCountText(text)
}

/** The same as made at the closing, for people for whom no ballot is read. Null: there is none yet. */
export async function loadClosingCount(db: Queryable, voted: Voted): Promise<CountedBallots | null> {
  return isCounted(voted.poll) ? loadCount(db, voted) : null
}

/** The count made at the closing of a poll that adds up sums and is not decided by them. Null: others. */
export async function loadBesideSums(db: Queryable, voted: Voted): Promise<CountedBallots | null> {
  const { poll } = voted
  return addsUp(poll) && !isDecidedBySums(poll) && isCounted(poll) ? loadCount(db, voted) : null
}

/** Counts as by `loadCount`, by poll id, of those that are elections in which at most `most` people voted. */
export async function loadCounts(
  db: Queryable,
  polls: readonly Voted[],
  most: number,
): Promise<Map<number, CountedBallots | null>> {
  const few = polls.filter(
    ({ poll, results }) => isElection(poll) && results.shown && results.as_of > 0 && results.as_of <= most,
  )
  return new Map(
    await Promise.all(few.map(async (voted) => [voted.poll.id, await loadCount(db, voted)] as const)),
  )
}
