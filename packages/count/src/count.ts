import { CountError, checkElection, type Election } from './election.ts'
import { LotOrder } from './lot.ts'
import { COUNTERS, METHODS } from './methods.ts'
import type { Count } from './result.ts'

/** Counts an election, exactly. Throws a CountError that names what is invalid. */
export function count(election: Election): Count {
  const { method, lot, options } = election
  if (!METHODS.includes(method)) throw new CountError('method', `must be one of ${METHODS.join(', ')}`)
  checkElection(election, COUNTERS[method])
  return COUNTERS[method].count(election, new LotOrder(lot ?? { seed: '' }, options))
}
