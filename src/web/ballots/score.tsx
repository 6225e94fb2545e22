import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { choiceLimits, type Poll, type PollSettings } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { averageWords, score } from '../../polls/types/score.ts'
import { line, ROWS } from '../drawings/picture-lines.tsx'
import { ScoresPicture } from '../drawings/scores-part.tsx'
import { FieldFault } from '../parts/field-fault-part.tsx'
import { CountMethodField } from '../poll-words/count-fields-part.tsx'
import { OptionMeaning } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { decidesWords, skippingWords } from '../poll-words/score-words.ts'
import { faultAt, numberField } from './ballot-form.ts'
import { NUMBERS, NumberFields } from './numbers-part.tsx'
import { NumberSetting, OPTION_ROWS } from './poll-fields-part.tsx'
import type { FieldsOf, TypePage } from './type-page.ts'

// Longer scales use a number field.
const LONGEST_ROW = 11

/** A score for each option, below what decides. */
function ScoreFields(props: FieldsOf): VNode {
  const { poll, options } = props
  return (
    <>
      <p class="small">{sentences([decidesWords(poll), skippingWords(poll, options.length)])}</p>
      <Scores {...props} />
    </>
  )
}

/** Scores are typed if the scale is too long to choose from. */
const isTyped = ({ min_score, max_score }: Poll): boolean => max_score - min_score >= LONGEST_ROW

function Scores(props: FieldsOf): VNode {
  const { poll, options } = props
  if (isTyped(poll)) return <NumberFields {...props} />
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
  const fault = faults?.options.get(slot)?.()
  const given = typed.numbers.get(slot)
  const length = poll.max_score - poll.min_score + 1
  const scale = Array.from({ length }, (_, place) => String(poll.min_score + place))
  return (
    <fieldset aria-describedby={faultAt(faults, slot)}>
      <legend>
        <bdi>{optionLabel(poll.poll_type, name, zone)}</bdi>
        <OptionMeaning option={option} />
      </legend>
      <div class="scale">
        {scale.map((number, place) => (
          <label key={number}>
            <input
              id={place === 0 ? numberField(slot) : undefined}
              type="radio"
              name={numberField(slot)}
              value={number}
              checked={given === number}
            />
            <span>{number}</span>
          </label>
        ))}
        {choiceLimits(poll, options.length).least < options.length && (
          <label class="none">
            <input type="radio" name={numberField(slot)} value="" checked={given === undefined} />
            <span>{t('ballot.no_score')}</span>
          </label>
        )}
      </div>
      <FieldFault slot={slot} fault={fault} />
    </fieldset>
  )
}

const scaleOf = ({ min_score, max_score }: PollSettings) => ({ lowest: min_score, highest: max_score })

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
    filling_in: 'ballot.filling_in_score',
    when_to_choose: 'ballot.when_score',
  },
  form: {
    ...OPTION_ROWS,
    fields: [
      'options',
      'option_meanings',
      'min_score',
      'max_score',
      'count_method',
      'shuffle_options',
      'voter_can_add_options',
    ],
    new_title: 'poll_form.new_of_score',
    title_hint: 'poll_form.title_hint_score',
    starts_with: { count_method: score.count_methods[0] },
    Settings: (props) => (
      <>
        <CountMethodField {...props} type={score} />
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
    asks: (poll, options, { least }) =>
      t(least >= options ? 'ballot.score_asks_all' : 'ballot.score_asks_some', scaleOf(poll)),
    told: (poll, options, { least }) =>
      t(least >= options ? 'ballot.score_told_all' : 'ballot.score_told_some', scaleOf(poll)),
    wrong_count: ({ least, most, given }) =>
      least === most
        ? t('ballot.score_wrong_exactly', { most, given })
        : t('ballot.score_wrong_range', { least, most, given }),
  },
  results: {
    Picture: ScoresPicture,
    first: 'result.most_points',
    axis: ({ most }) => t('result.most_points_possible', { points: most }),
    row: ({ average, score: points }, { poll: { max_score: most }, median }) => {
      if (average === null) return t('result.no_average')
      return averageWords({ average, points, most }, median)
    },
  },
  sheets: (poll) => (isTyped(poll) ? ['numbers'] : ['scores', 'scale']),
}
