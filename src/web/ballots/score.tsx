import type { VNode } from 'preact'
import { choiceLimits } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { count, have } from '../../text/counted.ts'
import { ScoresPicture } from '../drawings/scores-part.tsx'
import { FieldFault, faultId } from '../parts/field-fault-part.tsx'
import { OptionMeaning } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { numberField } from './ballot-form.ts'
import { amountOf, NUMBERS, NumberFields } from './numbers-part.tsx'
import { line, ROWS } from './picture-lines.tsx'
import { NumberSetting, OPTION_ROWS } from './poll-fields-part.tsx'
import type { FieldsOf, TypePage } from './type-page.ts'

// A longer scale is filled in as a number.
const LONGEST_ROW = 11

/** A score for each option: picked from the scale, or written where the scale is long. */
function ScoreFields(props: FieldsOf): VNode {
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

function ScoreRow({ option, poll, options, typed, faults, zone }: FieldsOf & { option: PollOption }): VNode {
  const { slot, name } = option
  const fault = faults?.options.get(slot)
  const given = typed.numbers.get(slot)
  const length = poll.max_score - poll.min_score + 1
  const scale = Array.from({ length }, (_, place) => String(poll.min_score + place))
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : faultId(slot)}>
      <legend>
        {optionLabel(poll.poll_type, name, zone)}
        <OptionMeaning option={option} />
      </legend>
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

const rounded = (average: number) => Math.round(average * 10) / 10

export const page: TypePage = {
  picture: (
    <>
      {ROWS.map((y, row) => (
        <>
          {line(y, 6, 50)}
          <circle class="full" cx={[44, 16, 30][row]} cy={y} r="4.5" />
        </>
      ))}
    </>
  ),
  help: {
    filling_in: 'Give options a score on the scale shown. An option you leave empty gets nothing from you.',
    when_to_choose:
      'Options are to be weighed: how good is each? The best liked wins, and strong dislike shows.',
  },
  form: {
    ...OPTION_ROWS,
    fields: [
      'options',
      'option_meanings',
      'min_score',
      'max_score',
      'shuffle_options',
      'voter_can_add_options',
    ],
    new_title: 'poll_form.new_of_score',
    title_hint: 'poll_form.title_hint_score',
    Settings: (props) => (
      <>
        <div class="pair">
          <NumberSetting {...props} name="min_score" />
          <NumberSetting {...props} name="max_score" />
        </div>
      </>
    ),
  },
  ballot: {
    ...NUMBERS,
    Fields: ScoreFields,
    asks: ({ min_score, max_score }, options, { least }) =>
      `Give ${least >= options ? 'every option' : 'the options'} a score: ${min_score} is the lowest, ${max_score} the highest.${least >= options ? '' : ' One you have no view on can be left out.'}`,
    told: ({ min_score, max_score }, options, { least }) =>
      `Each voter gives ${least >= options ? 'every option' : 'options'} a score from ${min_score} to ${max_score}.`,
    wrong_count: ({ least, most, given }) =>
      `Give ${amountOf({ least, most })} a score: ${given} ${have(given)} one.`,
  },
  results: {
    Picture: ScoresPicture,
    first: 'Highest score',
    axis: ({ most }) => `${count(most, 'point')}: the most possible`,
    row: ({ average, score }, { poll }) =>
      `average ${average === null ? '–' : rounded(average)} of ${poll.max_score} · ${count(score, 'point')}`,
  },
}
