import type { Choices } from '@folkmoot/check'
import { POLL_TYPE_NAMES, pollType } from '../types/index.ts'

/** "Oak: 2", for page scripts, which have no catalogue. */
const plainPair = (option: string, number: number) => `${option}: ${number}`

/** The answers of a ballot: "Oak" if options are chosen, else with their numbers, in the words of `pair`. */
export function answersIn(
  poll_type: string,
  { options, choices }: { options: readonly { slot: number; name: string }[]; choices: Choices },
  pair = plainPair,
): string[] {
  const nameOf = (wanted: number) => options.find(({ slot }) => slot === wanted)?.name ?? `${wanted}`
  const chosen = POLL_TYPE_NAMES.some(
    (name) => name === poll_type && pollType(name).answered_by === 'choosing',
  )
  return choices.map(([slot, number]) => (chosen ? nameOf(slot) : pair(nameOf(slot), number)))
}
