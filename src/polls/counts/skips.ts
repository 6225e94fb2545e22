import type { Poll } from '../poll.ts'
import type { ScoreCount, Spread } from '../results/load-spread.ts'
import type { Totals } from '../results/results.ts'
import { type ResultRow, resultRows } from '../results/tally/result-rows.ts'
import type { Tally } from '../results/tally/tally.ts'
import { methodOf } from './methods.ts'

// STAR and majority judgment count an option that a ballot skips, or was cast before it was added, as given
// the lowest score. The totals of ballots, which programs get, leave such options out.

/** Whether a poll's method counts a skipped option as given the lowest score. */
export function countsSkips(poll: Parameters<typeof methodOf>[0]): boolean {
  const method = methodOf(poll)
  return method === 'star' || method === 'median'
}

type Rows = Pick<Totals, 'rows' | 'as_of'>

/** The totals as the poll's method counts ballots, so that people see the numbers that decide. */
export function rowsAsCounted(poll: Poll, { rows, as_of }: Rows): ResultRow[] {
  if (!countsSkips(poll)) return rows
  const tally: Tally = { cast_count: as_of, sums: [], answers: [], supports: [] }
  for (const row of rows) {
    const place = row.option.slot - 1
    tally.sums[place] = row.score + skipsOf(row, as_of) * poll.min_score
    tally.answers[place] = as_of
  }
  return resultRows(
    poll.poll_type,
    rows.map(({ option }) => option),
    tally,
  )
}

/** The same for how many ballots give an option each score; of polls whose scores are loaded. */
export function spreadAsCounted(poll: Poll, { rows, as_of }: Rows, spread: Spread): Spread {
  if (spread.size === 0 || !countsSkips(poll)) return spread
  const counts = rows.map((row): [number, ScoreCount[]] => {
    const given = spread.get(row.option.slot) ?? []
    return [row.option.slot, withLowest(given, { score: poll.min_score, count: skipsOf(row, as_of) })]
  })
  return new Map(counts)
}

const skipsOf = ({ answer_count }: ResultRow, as_of: number) => as_of - answer_count

function withLowest(given: ScoreCount[], lowest: ScoreCount): ScoreCount[] {
  const same = given.find(({ score }) => score === lowest.score)?.count ?? 0
  const count = same + lowest.count
  const higher = given.filter(({ score }) => score !== lowest.score)
  return count === 0 ? higher : [{ ...lowest, count }, ...higher]
}
