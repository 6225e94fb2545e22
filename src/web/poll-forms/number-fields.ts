import type { Fields } from '../../http/forms.ts'
import { plainNumber, plainShare } from '../../text/typed-number.ts'

const NUMBERS: ReadonlySet<string> = new Set([
  'min_score',
  'max_score',
  'dots_per_person',
  'minimum_stance_choices',
  'maximum_stance_choices',
  'agree_target',
  'seats',
  'budget',
  'option_costs',
])
const SHARE = /^(?:quorum_pct|thresholds\[\d+\]\[percent\])$/

/** The fields of a poll's forms with numbers and shares as programs write them. */
export function typedNumbers(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(name, value)]))
}

function plain(name: string, value: Fields[string]): Fields[string] {
  if (SHARE.test(name)) return typeof value === 'string' ? plainShare(value) : value
  if (!NUMBERS.has(name)) return value
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? plainNumber(one) : one))
  return typeof value === 'string' ? plainNumber(value) : value
}
