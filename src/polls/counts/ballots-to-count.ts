import type { Method } from '@folkmoot/count'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { pollType } from '../types/index.ts'
import type { BallotsToCount } from './counting.ts'
import { hasCosts, methodOf, takesSeats } from './methods.ts'

type Counted = Pick<
  Poll,
  | 'key'
  | 'poll_type'
  | 'count_method'
  | 'seats'
  | 'budget'
  | 'min_score'
  | 'max_score'
  | 'minimum_stance_choices'
  | 'maximum_stance_choices'
>

/** A poll with its ballots, ready to count. Null: polls of its type elect nothing. */
export function ballotsToCount(
  poll: Counted,
  options: readonly Pick<PollOption, 'slot' | 'cost'>[],
  ballots: readonly string[],
): BallotsToCount | null {
  const method = methodOf(poll)
  if (method === null) return null
  const { key, seats, budget, min_score, max_score } = poll
  const by_slot = [...options].sort((one, other) => one.slot - other.slot)
  return {
    ballots,
    counted_as: pollType(poll.poll_type).counted_as,
    method,
    others: otherMethods(poll, method),
    seats,
    options: options.length,
    key,
    points: (method === 'points' ? poll.minimum_stance_choices : poll.maximum_stance_choices) ?? 0,
    min_score,
    max_score,
    // Earlier releases let options be added that have no cost: no budget covers these.
    costs: hasCosts(poll) ? by_slot.map(({ cost }) => cost ?? (budget ?? 0) + 1) : null,
    budget,
  }
}

/** The methods other than the poll's own that could count its ballots for as many seats. */
function otherMethods({ poll_type, seats, budget }: Counted, own: Method): Method[] {
  return pollType(poll_type).count_methods.filter(
    (method) =>
      method !== own && (seats === 1 || takesSeats(method)) && (method !== 'equal_shares' || budget !== null),
  )
}
