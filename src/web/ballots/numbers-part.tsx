import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { FieldFault } from '../parts/field-fault-part.tsx'
import { OptionMeaning } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { faultAt, numberField } from './ballot-form.ts'
import type { BallotForm, FieldsOf } from './type-page.ts'

// Ballots with a number for each option.

/** Shared by all of them. */
export const NUMBERS = {
  unanswered: 'ballot.number_missing',
  out_of_range: (range) => t('ballot.number_out_of_range', range),
} satisfies Partial<BallotForm>

/** `data`: attributes for the page's script. They have no effect without it. */
type Props = FieldsOf & { data?: { [attribute: `data-${string}`]: number | string } }

/** Longer names have a line of their own on a phone. */
const LONG_NAME = 40

/** A number beside each option. */
export function NumberFields({ poll, options, typed, faults, zone, data = {} }: Props): VNode {
  const { most } = pollType(poll.poll_type).number(poll, options.length)
  const size = String(most).length + 1
  return (
    <>
      <ol class="numbers bare" {...data}>
        {options.map(({ slot, name, ...told }) => {
          const fault = faults?.options.get(slot)?.()
          const label = optionLabel(poll.poll_type, name, zone)
          return (
            <li key={slot} class={label.length > LONG_NAME ? 'long' : undefined}>
              <label for={numberField(slot)}>
                <bdi>{label}</bdi>
                <OptionMeaning option={{ slot, ...told }} />
              </label>
              <NumberField slot={slot} size={size} typed={typed} fault_at={faultAt(faults, slot)} />
              <FieldFault slot={slot} fault={fault} />
            </li>
          )
        })}
      </ol>
      <NothingOnEnter />
    </>
  )
}

/**
 * Enter after a number confirms that number, and must not cast the vote. In a field it presses the first
 * button of the form; where that is disabled, it sends nothing.
 */
const NothingOnEnter = () => <button type="submit" hidden disabled />

type NumberProps = Pick<PollOption, 'slot'> &
  Pick<FieldsOf, 'typed'> & { size: number; fault_at: string | undefined }

function NumberField({ slot, size, typed, fault_at }: NumberProps): VNode {
  return (
    <input
      id={numberField(slot)}
      name={numberField(slot)}
      type="text"
      inputmode="numeric"
      enterkeyhint="done"
      autocomplete="off"
      size={size}
      value={typed.numbers.get(slot) ?? ''}
      aria-invalid={fault_at === undefined ? undefined : 'true'}
      aria-describedby={fault_at}
    />
  )
}
