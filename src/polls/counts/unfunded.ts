import type { Count } from '@folkmoot/count'
import type { PollOption } from '../poll-option.ts'
import { isBest, type ResultRow } from '../results/tally/result-rows.ts'

/**
 * An option with the most dots that the budget does not pay for. `sum`: what the shares of those who gave it
 * dots come to, rounded down. `enough`: that covers its cost, but they pay for other options first.
 */
export type Unfunded = { option: PollOption; cost: number; voters: number; sum: number; enough: boolean }

/** Those of a count by equal shares; none of another count. */
export function unfundedFavourites({ budget: spending, valid, elected }: Count, rows: readonly ResultRow[]) {
  if (spending === null || valid === 0) return []
  return rows.filter(isBest).flatMap(({ option, voter_count: voters }): Unfunded[] => {
    const { slot, cost } = option
    if (cost === null || elected.includes(slot - 1)) return []
    const sum = Math.floor((voters * spending.budget) / valid) + voters * spending.added
    return [{ option, cost, voters, sum, enough: sum >= cost }]
  })
}
