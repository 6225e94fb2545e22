import { clipped, type Problem, problem } from '../../errors.ts'
import { isBlank } from '../../text/blank.ts'
import { MAX_OPTIONS, type OptionCosts } from '../poll-option.ts'
import { type PollTypeName, pollType } from '../types/index.ts'
import { type CountSettings, methodOf, takesSeats } from './methods.ts'

export const MAX_SEATS = MAX_OPTIONS - 1
export const MAX_MONEY = 1_000_000_000

type Counted = CountSettings & { poll_type: PollTypeName; voter_can_add_options: boolean }

/** Problems of how a poll is counted; `options` null: they are not known yet. */
export function checkCounting(poll: Counted, options: string[] | null, costs: OptionCosts): Problem[] {
  const unfit = checkMethod(poll)
  const seats = unfit.length > 0 ? [] : checkSeats(poll, options)
  return [...unfit, ...seats, ...checkCosts(poll, options, costs)]
}

function checkMethod({ poll_type, count_method }: Counted): Problem[] {
  const { count_methods } = pollType(poll_type)
  if (count_method === null || count_methods.includes(count_method)) return []
  return [otherMethod(poll_type)]
}

/** The problem of a method that does not count polls of this type. */
export function otherMethod(poll_type: PollTypeName): Problem {
  const { count_methods } = pollType(poll_type)
  if (count_methods.length < 2) return problem('count_method', 'no_count_method', { poll_type })
  return problem('count_method', 'not_one_of', { list: count_methods })
}

function checkSeats(poll: Counted, options: string[] | null): Problem[] {
  const { seats, voter_can_add_options } = poll
  if (seats === 1) return []
  const method = methodOf(poll)
  if (method === null || !takesSeats(method)) return [problem('seats', 'one_seat_only')]
  const most = (options ?? []).length - 1
  if (options === null || options.length === 0 || voter_can_add_options || seats <= most) return []
  return [problem('seats', 'out_of_range', { least: 1, most: Math.max(1, most) })]
}

function checkCosts(poll: Counted, options: string[] | null, costs: OptionCosts): Problem[] {
  const named = Object.entries(costs)
  if (poll.count_method !== 'equal_shares')
    return [
      ...(named.length > 0 ? [problem('option_costs', 'only_equal_shares')] : []),
      ...(poll.budget === null ? [] : [problem('budget', 'only_equal_shares')]),
    ]
  const without = poll.budget === null ? [problem('budget', 'blank')] : []
  if (poll.voter_can_add_options) return [...without, problem('option_costs', 'costs_of_added_options')]
  return [...without, ...checkEachCost(poll.budget, options ?? [], named)]
}

function checkEachCost(budget: number | null, options: string[], named: [string, number][]): Problem[] {
  const field = 'option_costs'
  const costs = new Map(named)
  const strangers = named.filter(([name]) => !options.includes(name))
  // A blank name is reported itself.
  const missing = options.filter((name) => !isBlank(name) && !costs.has(name))
  const dear = named.filter(([, cost]) => budget !== null && cost > budget)
  return [
    ...strangers.map(([name]) => problem(field, 'choice_of_no_option', { text: clipped(name) })),
    ...missing.map((name) => problem(field, 'no_cost', { text: clipped(name) })),
    ...dear.map(([name]) => problem(field, 'cost_above_budget', { text: clipped(name), most: budget ?? 0 })),
  ]
}
