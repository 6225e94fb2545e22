import type { VNode } from 'preact'
import type { PollOption } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { count } from '../../text/counted.ts'
import { FieldFault, faultId } from '../parts/field-fault-part.tsx'
import { OptionMeaning } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { numberField } from './ballot-form.ts'
import type { BallotForm, FieldsOf } from './type-page.ts'

// Ballots that give options a number.

/** What they have in common. */
export const NUMBERS = {
  unanswered: 'Fill in a number.',
  out_of_range: ({ least, most }) => `Give a whole number from ${least} to ${most}.`,
  said: (named) => named.map(({ number, label }) => `${label} ${number}`).join('; '),
} satisfies Partial<BallotForm>

/** "1 option", "2 options", "2 to 4 options". */
export function amountOf({ least, most }: { least: number; most: number }): string {
  return least === most ? count(most, 'option') : `${least} to ${count(most, 'option')}`
}

/** `data`: what the script of the page needs to know. Without it these attributes do nothing. */
type Props = FieldsOf & { data?: { [attribute: `data-${string}`]: number | string } }

/** A number beside each option. */
export function NumberFields({ poll, options, typed, faults, zone, data = {} }: Props): VNode {
  const { most } = pollType(poll.poll_type).number(poll, options.length)
  const size = String(most).length + 1
  return (
    <ol class="numbers bare" {...data}>
      {options.map(({ slot, name, ...option }) => (
        <li key={slot}>
          <label for={numberField(slot)}>
            {optionLabel(poll.poll_type, name, zone)}
            <OptionMeaning option={option} />
          </label>
          <NumberField slot={slot} size={size} typed={typed} fault={faults?.options.get(slot)} />
          <FieldFault slot={slot} fault={faults?.options.get(slot)} />
        </li>
      ))}
    </ol>
  )
}

type NumberProps = Pick<PollOption, 'slot'> &
  Pick<FieldsOf, 'typed'> & { size: number; fault: string | undefined }

function NumberField({ slot, size, typed, fault }: NumberProps): VNode {
  return (
    <input
      id={numberField(slot)}
      name={numberField(slot)}
      type="text"
      inputmode="numeric"
      autocomplete="off"
      size={size}
      value={typed.numbers.get(slot) ?? ''}
      aria-invalid={fault === undefined ? undefined : 'true'}
      aria-describedby={fault === undefined ? undefined : faultId(slot)}
    />
  )
}
