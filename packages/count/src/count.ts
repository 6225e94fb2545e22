import { checkElection, type Election, type Method } from './election.ts'
import { LotOrder } from './lot.ts'
import { countRankedPairs, countSchulze } from './methods/condorcet.ts'
import { countEqualShares } from './methods/equal-shares.ts'
import { countIrv } from './methods/irv.ts'
import { countMedian } from './methods/median.ts'
import { countStar } from './methods/star.ts'
import { countMeek } from './methods/stv-meek.ts'
import { countScottish } from './methods/stv-scottish.ts'
import { countApproval, countPoints, countSum } from './methods/sums.ts'
import type { Count } from './result.ts'

const COUNTERS: Record<Method, (election: Election, lot: LotOrder) => Count> = {
  points: countPoints,
  irv: countIrv,
  stv_scottish: countScottish,
  stv_meek: countMeek,
  schulze: countSchulze,
  ranked_pairs: countRankedPairs,
  approval: countApproval,
  sum: countSum,
  star: countStar,
  median: countMedian,
  equal_shares: countEqualShares,
}

/** Counts an election, exactly. Throws a CountError that names what is invalid. */
export function count(election: Election): Count {
  checkElection(election)
  return COUNTERS[election.method](election, new LotOrder(election.lot ?? { seed: '' }, election.options))
}
