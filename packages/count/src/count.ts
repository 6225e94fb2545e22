import { decidedByLot } from './decided-by-lot.ts'
import { CountError, checkElection, type Election } from './election.ts'
import { LotOrder } from './lot.ts'
import { COUNTERS, METHODS } from './methods.ts'
import type { Count } from './result.ts'

/** Counts an election, exactly. Throws a CountError that names what is invalid. */
export function count(election: Election): Count {
  const { method, options } = election
  if (!METHODS.includes(method)) throw new CountError('method', `must be one of ${METHODS.join(', ')}`)
  checkElection(election, COUNTERS[method])
  const lot = LotOrder.of(election.lot ?? { seed: '' }, options)
  const countBy = (by: LotOrder) => COUNTERS[method].count(election, by)
  const counted = countBy(lot)
  return { ...counted, ...decidedByLot(counted, { election, lot, count: countBy }) }
}
