import type { Choices } from '@folkmoot/check'
import { POLL_TYPE_NAMES, pollType } from '../types/index.ts'

/** The answers of a ballot: "Oak" if options are chosen, else with their numbers: "Oak: 2". */
export function answersIn(
  poll_type: string,
  options: readonly { slot: number; name: string }[],
  choices: Choices,
): string[] {
  const nameOf = (wanted: number) => options.find(({ slot }) => slot === wanted)?.name ?? `${wanted}`
  const chosen = POLL_TYPE_NAMES.some(
    (name) => name === poll_type && pollType(name).answered_by === 'choosing',
  )
  return choices.map(([slot, number]) => (chosen ? nameOf(slot) : `${nameOf(slot)}: ${number}`))
}
