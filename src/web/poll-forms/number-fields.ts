import type { Fields } from '../../http/forms.ts'
import { plainAmount, plainShare, plainWhole } from '../../text/typed-number.ts'

/** The fields with whole numbers, and how each of them is read. */
const WHOLE = new Map([
  ['min_score', plainWhole],
  ['max_score', plainWhole],
  ['dots_per_person', plainWhole],
  ['minimum_stance_choices', plainWhole],
  ['maximum_stance_choices', plainWhole],
  ['agree_target', plainWhole],
  ['seats', plainWhole],
  ['budget', plainAmount],
  ['option_costs', plainAmount],
])
const SHARE = /^(?:quorum_pct|thresholds\[\d+\]\[percent\])$/

/** The fields of a poll's forms with numbers and shares as programs write them. */
export function typedNumbers(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(name, value)]))
}

function plain(name: string, value: Fields[string]): Fields[string] {
  const read = SHARE.test(name) ? plainShare : WHOLE.get(name)
  if (read === undefined) return value
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? read(one) : one))
  return typeof value === 'string' ? read(value) : value
}
