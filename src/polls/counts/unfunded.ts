import type { Count } from '@folkmoot/count'
import type { PollOption } from '../poll-option.ts'
import { isBest, type ResultRow } from '../results/tally/result-rows.ts'

/**
 * What each voter could spend: `from`, an equal part of the budget, which was raised to `share` to leave less
 * unspent.
 */
export type Shares = { from: number; share: number }

/** Those of a count by equal shares with a vote; null: of another count. */
export function sharesOf({ budget: spending, valid }: Count): Shares | null {
  if (spending === null || valid === 0) return null
  const from = spending.budget / valid
  return { from, share: from + spending.added }
}

/**
 * An option with the most dots that the budget does not pay for. `level`: another has as many. `sum`: what
 * the shares of those who gave it dots come to, cut to hundredths. `enough`: that covers its cost, but they
 * pay for other options first.
 */
export type Unfunded = Pick<Shares, 'share'> & {
  option: PollOption
  cost: number
  voters: number
  sum: number
  enough: boolean
  level: boolean
}

/** Those of a count by equal shares; none of another count. */
export function unfundedFavourites(count: Count, rows: readonly ResultRow[]): Unfunded[] {
  const { budget: spending, valid, elected } = count
  const shares = sharesOf(count)
  if (shares === null || spending === null) return []
  const best = rows.filter(isBest)
  return best.flatMap(({ option, voter_count: voters }): Unfunded[] => {
    const { slot, cost } = option
    if (cost === null || elected.includes(slot - 1)) return []
    const sum = Math.floor((voters * spending.budget * 100) / valid) / 100 + voters * spending.added
    return [{ option, cost, voters, share: shares.share, sum, enough: sum >= cost, level: best.length > 1 }]
  })
}
