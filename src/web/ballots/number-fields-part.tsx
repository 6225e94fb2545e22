import type { VNode } from 'preact'
import { choiceLimits, type Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { POLL_TYPES } from '../../polls/poll-types.ts'
import { FieldFault, faultId } from '../parts/field-fault-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import type { Faults } from './ballot-faults.ts'
import { numberField } from './ballot-form.ts'
import type { FieldsOf } from './choice-fields-part.tsx'

type Props = FieldsOf & { faults: Faults | null }

// A longer scale is filled in as a number.
const LONGEST_ROW = 11

/** A score for each option: picked from the scale, or written where the scale is long. */
export function ScoreFields(props: Props): VNode {
  const { poll, options } = props
  if (poll.max_score - poll.min_score >= LONGEST_ROW) return <NumberFields {...props} />
  return (
    <div class="marks">
      {options.map((option) => (
        <ScoreRow key={option.slot} option={option} {...props} />
      ))}
    </div>
  )
}

function ScoreRow({ option, poll, options, typed, faults, zone }: Props & { option: PollOption }): VNode {
  const { slot, name } = option
  const fault = faults?.options.get(slot)
  const given = typed.numbers.get(slot)
  const length = poll.max_score - poll.min_score + 1
  const scale = Array.from({ length }, (_, place) => String(poll.min_score + place))
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : faultId(slot)}>
      <legend>{optionLabel(poll.poll_type, name, zone)}</legend>
      <div class="scale">
        {scale.map((number) => (
          <label key={number}>
            <input type="radio" name={numberField(slot)} value={number} checked={given === number} />
            <span>{number}</span>
          </label>
        ))}
        {choiceLimits(poll, options.length).least < options.length && (
          <label class="none">
            <input type="radio" name={numberField(slot)} value="" checked={given === undefined} />
            <span>No score</span>
          </label>
        )}
      </div>
      <FieldFault slot={slot} fault={fault} />
    </fieldset>
  )
}

/** A number beside each option. */
export function NumberFields({ poll, options, typed, faults, zone }: Props): VNode {
  const { most } = POLL_TYPES[poll.poll_type].number(poll, options.length)
  return (
    <ol class="numbers bare" {...islandOf(poll, options.length)}>
      {inGivenOrder(poll, options, typed).map(({ slot, name }) => {
        const fault = faults?.options.get(slot)
        return (
          <li key={slot}>
            <label for={numberField(slot)}>{optionLabel(poll.poll_type, name, zone)}</label>
            <input
              id={numberField(slot)}
              name={numberField(slot)}
              type="text"
              inputmode="numeric"
              autocomplete="off"
              size={String(most).length + 1}
              value={typed.numbers.get(slot) ?? ''}
              aria-invalid={fault === undefined ? undefined : 'true'}
              aria-describedby={fault === undefined ? undefined : faultId(slot)}
            />
            <FieldFault slot={slot} fault={fault} />
          </li>
        )
      })}
    </ol>
  )
}

/** What the scripts of the page need to know. Without them these attributes do nothing. */
function islandOf(poll: Poll, options: number): Record<string, string | number> {
  if (poll.poll_type === 'ranked_choice') return { 'data-ranks': choiceLimits(poll, options).most }
  return poll.poll_type === 'dot_vote' ? { 'data-dots': poll.dots_per_person } : {}
}

/** A ballot that is ranked already stands in its order. */
function inGivenOrder(poll: Poll, options: PollOption[], typed: FieldsOf['typed']): PollOption[] {
  if (poll.poll_type !== 'ranked_choice' || typed.numbers.size === 0) return options
  const rank = ({ slot }: PollOption) => Number(typed.numbers.get(slot) ?? Number.NaN)
  return [...options].sort((a, b) => (rank(a) || options.length + 1) - (rank(b) || options.length + 1))
}
