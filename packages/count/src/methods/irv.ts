import type { Election } from '../election.ts'
import type { LotOrder } from '../lot.ts'
import { pilesOf } from '../piles.ts'
import type { MethodCount } from '../result.ts'
import { Stages } from './stages.ts'

/**
 * Instant runoff: the option with the fewest votes goes, one at a time, until one has more than half of the
 * votes that still count. Ties as in the Scottish rules.
 */
export function countIrv(election: Election, lot: LotOrder): MethodCount {
  const { options, withdrawn = [] } = election
  const { piles, valid } = pilesOf(election)
  const stages = new Stages({ options: options.length, withdrawn, piles, unit: 1, lot })
  stages.record('first', null, { elected: majority(stages, valid) })
  while (stages.elected.length === 0) {
    const option = stages.pick(stages.hopeful, 'lose')
    const transfers = stages.exclude(option)
    stages.record('exclusion', option, { transfers, elected: majority(stages, valid) })
  }
  return {
    method: 'irv',
    seats: 1,
    decimals: 0,
    quota: null,
    valid,
    exhausted: BigInt(stages.exhausted),
    rounds: stages.rounds,
    elected: stages.elected,
    ties: stages.ties,
    ranking: null,
    pairwise: null,
    budget: null,
  }
}

/** The one with more than half of the votes that still count, or the last one. */
function majority(stages: Stages, valid: number): number[] {
  const counting = valid - stages.exhausted
  const { hopeful } = stages
  return hopeful.length === 1
    ? hopeful
    : hopeful.filter((option) => 2 * (stages.votes[option] ?? 0) > counting)
}
