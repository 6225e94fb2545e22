import type { Choices } from '@folkmoot/check'

/** The types whose ballots name options and say nothing more of them. */
const CHOSEN: readonly string[] = ['poll', 'proposal', 'count']

/** A ballot in words: "Oak" if options are chosen, else with their numbers: "Oak: 2, Elm: 1". */
export function answersText(
  poll_type: string,
  options: readonly { slot: number; name: string }[],
  choices: Choices,
): string {
  const nameOf = (wanted: number) => options.find(({ slot }) => slot === wanted)?.name ?? `${wanted}`
  const chosen = CHOSEN.includes(poll_type)
  return choices.map(([slot, number]) => (chosen ? nameOf(slot) : `${nameOf(slot)}: ${number}`)).join(', ')
}
