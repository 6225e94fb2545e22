import type { Election } from '../election.ts'
import type { LotOrder } from '../lot.ts'
import { pilesOf } from '../piles.ts'
import type { MethodCount, Step, Transfer } from '../result.ts'
import { Stages } from './stages.ts'

const DECIMALS = 5
const UNIT = 10 ** DECIMALS

/**
 * The weighted inclusive Gregory method by the Scottish Local Government Elections Order 2007, schedule 1,
 * rules 45 to 52: Droop's quota, transfer values cut off at five decimals, the largest surplus first.
 */
export function countScottish(election: Election, lot: LotOrder): MethodCount {
  const { options, seats = 1, withdrawn = [] } = election
  const { piles, valid } = pilesOf(election)
  const quota = (Math.floor(valid / (seats + 1)) + 1) * UNIT
  const stages = new Stages({ options: options.length, withdrawn, piles, unit: UNIT, lot })
  fill({ stages, seats, quota })
  return {
    method: 'stv_scottish',
    seats,
    decimals: DECIMALS,
    quota: BigInt(quota),
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

type Filling = { stages: Stages; seats: number; quota: number }

function fill({ stages, seats, quota }: Filling): void {
  const surpluses = new Set<number>()
  const stage = (step: Step, of: number | null, transfers: Transfer[] = []) => {
    const elected = reached(stages, quota)
    for (const option of elected) if ((stages.votes[option] ?? 0) > quota) surpluses.add(option)
    stages.record(step, of, { quota, transfers, elected })
  }
  stage('first', null)
  while (stages.elected.length < seats) {
    const { hopeful } = stages
    if (hopeful.length <= seats - stages.elected.length) electRemaining(stages, quota)
    else if (surpluses.size > 0) {
      const option = stages.pick([...surpluses], 'win')
      surpluses.delete(option)
      stage('surplus', option, stages.transferSurplus(option, quota))
    } else {
      const option = stages.pick(hopeful, 'lose')
      stage('exclusion', option, stages.exclude(option))
    }
  }
}

/** Those who have the quota now, in the order of their votes. */
function reached(stages: Stages, quota: number): number[] {
  const votesOf = (option: number) => stages.votes[option] ?? 0
  return stages.hopeful
    .filter((option) => votesOf(option) >= quota)
    .sort((one, other) => votesOf(other) - votesOf(one) || one - other)
}

/** As many are left as there are seats: no vote is transferred any more. */
function electRemaining(stages: Stages, quota: number): void {
  const elected = stages.hopeful.sort(
    (one, other) => (stages.votes[other] ?? 0) - (stages.votes[one] ?? 0) || one - other,
  )
  stages.record('remaining', null, { quota, elected })
}
