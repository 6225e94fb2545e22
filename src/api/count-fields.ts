import { type Static, Type } from 'typebox'
import { type Problem, problem } from '../errors.ts'
import { readByName } from '../http/by-name.ts'
import type { Body } from '../http/forms.ts'
import { MAX_MONEY, MAX_SEATS } from '../polls/counts/counting-rules.ts'
import { COUNT_METHOD_NAMES, type CountSettings, takesSeats } from '../polls/counts/methods.ts'
import { MAX_OPTIONS, type OptionCosts } from '../polls/poll-option.ts'
import { POLL_TYPE_NAMES, pollType } from '../polls/types/index.ts'
import { MaybeOneOf, NullableInteger } from './wire.ts'

const COSTS = 'option_costs'

/** The methods of each type of poll that has a choice. */
function methodRules(): string {
  const choices = POLL_TYPE_NAMES.flatMap((name) => {
    const [first, ...others] = pollType(name).count_methods
    return others.length === 0 ? [] : [`${name}: ${[`${first} (default)`, ...others].join(', ')}`]
  })
  return `${choices.join('; ')}; other types: null.`
}

export const OptionCostsField = (description: string) =>
  Type.Unsafe<OptionCosts | null>({
    type: ['object', 'null'],
    description,
    additionalProperties: { type: 'integer', minimum: 1, maximum: MAX_MONEY },
  })

/** How ballots are counted, as bodies and forms write it. */
export const COUNT_FIELDS = {
  count_method: Type.Optional(
    MaybeOneOf(COUNT_METHOD_NAMES, `How ballots are counted. ${methodRules()} Fixed when voting opens.`, {
      default: null,
    }),
  ),
  seats: Type.Optional(
    NullableInteger(
      `The number of options to elect, at most one fewer than there are. More than 1 only for ${COUNT_METHOD_NAMES.filter(takesSeats).join(', ')}, and polls of type poll.`,
      { minimum: 1, maximum: MAX_SEATS, default: 1 },
    ),
  ),
  budget: Type.Optional(
    NullableInteger('equal_shares: the total that can be spent on all options.', {
      minimum: 1,
      maximum: MAX_MONEY,
      default: null,
    }),
  ),
  option_costs: Type.Optional(
    OptionCostsField(
      'equal_shares: the cost of each option, by option name, at most the budget; in forms option_costs[Bench]=400.',
    ),
  ),
}

const CountParams = Type.Object(COUNT_FIELDS)

/** How a poll is counted, by such fields. */
export function countIn({
  count_method,
  seats,
  budget,
}: Pick<Static<typeof CountParams>, 'count_method' | 'seats' | 'budget'>): CountSettings {
  return { count_method: count_method ?? null, seats: seats ?? 1, budget: budget ?? null }
}

/** The costs in a body, and the body without them. `costs` null: it has none. */
export function readCosts(body: Body): { costs: OptionCosts | null; problems: Problem[]; rest: Body } {
  const { entries, rest } = readByName(COSTS, body)
  if (entries === null) return { costs: null, problems: [], rest }
  const costs =
    entries === 'unreadable' || entries.length > MAX_OPTIONS
      ? []
      : entries.map(([name, cost]) => [name, moneyIn(cost)])
  const unreadable =
    entries === 'unreadable' || entries.length > MAX_OPTIONS || costs.some(([, cost]) => cost === null)
  if (unreadable) return { costs: {}, problems: [problem(COSTS, 'unreadable_costs')], rest }
  return { costs: Object.fromEntries(costs), problems: [], rest }
}

function moneyIn(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value
  return Number.isSafeInteger(number) && Number(number) >= 1 && Number(number) <= MAX_MONEY
    ? Number(number)
    : null
}
