import { countMethod } from '../../counts/index.ts'
import type { CountRow } from '../../counts/method.ts'
import type { PollOption } from '../../poll-option.ts'
import { type PollTypeName, pollType } from '../../types/index.ts'
import type { Tally } from './tally.ts'

export type ResultRow = CountRow<PollOption>

/** The results of a poll, one row per option, in the order of its type. */
export function resultRows(type: PollTypeName, options: PollOption[], tally: Tally): ResultRow[] {
  const rules = pollType(type)
  return countMethod(rules.count_methods[0])(options, tally, rules)
}
