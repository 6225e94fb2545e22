import type { PollOption } from '../poll-option.ts'
import { isBest, type ResultRow } from '../results/tally/result-rows.ts'
import type { CountedBallots } from './counting.ts'
import { type Counted, electedOptions } from './elected.ts'
import { isElection } from './methods.ts'

/**
 * Who leads a poll, the best first. `by`: they were elected; the count would elect them if voting ended now;
 * or they have the most of what the poll adds up, ties included. `by_lot`: a lot decided that it is them.
 */
export type Lead = { by: 'election' | 'count' | 'sums'; options: PollOption[]; by_lot: boolean }

/**
 * Who leads by the poll's own method of counting, as far as this viewer may see the results. Null: nobody, or
 * only the count of the ballots could tell. `counted`: that count; null: it is not loaded.
 */
export function leadOf(loaded: Counted, counted: CountedBallots | null): Lead | null {
  const { poll, options, results } = loaded
  if (!results.shown) return null
  if (!isElection(poll))
    return lead(
      'sums',
      results.rows.filter(isBest).map(({ option }) => option),
    )
  if (poll.closed_at !== null) return lead('election', electedOptions(loaded), poll.elected_by_lot === true)
  if (counted === null) return null
  const ahead = counted.count.elected.flatMap((place) => options.filter(({ slot }) => slot === place + 1))
  return lead('count', ahead, counted.count.by_lot)
}

const lead = (by: Lead['by'], options: PollOption[], by_lot = false): Lead | null =>
  options.length === 0 ? null : { by, options, by_lot }

/** Rows of results with those first that an election elects, in the order of their election. */
export function leadersFirst(rows: readonly ResultRow[], found: Lead | null): ResultRow[] {
  if (found === null || found.by === 'sums') return [...rows]
  const { options } = found
  const place = ({ option }: ResultRow) => {
    const at = options.findIndex(({ slot }) => slot === option.slot)
    return at < 0 ? options.length : at
  }
  return rows.toSorted((one, other) => place(one) - place(other))
}
