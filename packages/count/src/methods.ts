import type { Election, Rules } from './election.ts'
import type { LotOrder } from './lot.ts'
import { countRankedPairs, countSchulze } from './methods/condorcet.ts'
import { countEqualShares } from './methods/equal-shares.ts'
import { countIrv } from './methods/irv.ts'
import { countMedian } from './methods/median.ts'
import { countStar } from './methods/star.ts'
import { countMeek } from './methods/stv-meek.ts'
import { countScottish } from './methods/stv-scottish.ts'
import { countApproval, countPoints, countSum } from './methods/sums.ts'
import type { MethodCount } from './result.ts'

type Counter = Rules & { count: (election: Election, lot: LotOrder) => MethodCount }

const ranks = (count: Counter['count'], rules: Partial<Rules> = {}): Counter => ({
  ballots: 'ranks',
  several: false,
  equal: false,
  ...rules,
  count,
})
const scores = (count: Counter['count'], rules: Partial<Rules> = {}): Counter => ({
  ...ranks(count, rules),
  ballots: 'scores',
})

/** Every counting method, and what it counts. */
export const COUNTERS = {
  points: ranks(countPoints, { several: true }),
  irv: ranks(countIrv),
  stv_scottish: ranks(countScottish, { several: true }),
  stv_meek: ranks(countMeek, { several: true }),
  schulze: ranks(countSchulze, { equal: true }),
  ranked_pairs: ranks(countRankedPairs, { equal: true }),
  approval: ranks(countApproval, { several: true, equal: true }),
  sum: scores(countSum),
  star: scores(countStar),
  median: scores(countMedian),
  equal_shares: scores(countEqualShares, { several: true }),
}

export type Method = keyof typeof COUNTERS

/** The counting methods. */
export const METHODS = Object.keys(COUNTERS) as readonly Method[]

/** Methods that count rankings; the others count scores. */
export const RANKED_METHODS: readonly Method[] = METHODS.filter(
  (method) => COUNTERS[method].ballots === 'ranks',
)

/** Methods that fill several seats. */
export const SEVERAL_SEATS: readonly Method[] = METHODS.filter((method) => COUNTERS[method].several)
