import type { Choices } from '@folkmoot/check'
import { joined, t } from '../../locales/say.ts'
import { POLL_TYPE_NAMES, pollType } from '../types/index.ts'

/** A ballot in words: "Oak and Elm" if options are chosen, else with their numbers: "Oak: 2, Elm: 1". */
export function answersText(
  poll_type: string,
  options: readonly { slot: number; name: string }[],
  choices: Choices,
): string {
  const nameOf = (wanted: number) => options.find(({ slot }) => slot === wanted)?.name ?? `${wanted}`
  const chosen = POLL_TYPE_NAMES.some(
    (name) => name === poll_type && pollType(name).answered_by === 'choosing',
  )
  if (chosen) return t('count.names', { names: choices.map(([slot]) => nameOf(slot)) })
  return joined(
    choices.map(([slot, number]) => {
      return t('count.row', { option: nameOf(slot), amount: t('count.number', { number }) })
    }),
  )
}
