import { sentences, t } from '../../locales/say.ts'
import { choiceLimits } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { ranked_choice } from '../../polls/types/ranked-choice.ts'
import { line, ROWS } from '../drawings/picture-lines.tsx'
import { RanksPicture } from '../drawings/ranks-part.tsx'
import { proposeCount } from '../poll-words/count-chooser.ts'
import { RankedCountFields } from '../poll-words/count-fields-part.tsx'
import { NUMBERS, NumberFields } from './numbers-part.tsx'
import { changeRows } from './option-rows.ts'
import { NumberSetting, OPTION_ROWS } from './poll-fields-part.tsx'
import type { FieldsOf, TypePage } from './type-page.ts'

/** Options of a ballot that is already ranked, in its order. */
function inGivenOrder({ options, typed }: FieldsOf): PollOption[] {
  if (typed.numbers.size === 0) return options
  const rank = ({ slot }: PollOption) => Number(typed.numbers.get(slot) ?? Number.NaN)
  return [...options].sort((a, b) => (rank(a) || options.length + 1) - (rank(b) || options.length + 1))
}

/** For the script: the number of ranks, and whether a ballot may leave options without one. */
function limitsOf({ poll, options }: FieldsOf): { 'data-ranks': number; 'data-fewer'?: string } {
  const { least, most } = choiceLimits(poll, options.length)
  return { 'data-ranks': most, ...(least < options.length ? { 'data-fewer': '' } : {}) }
}

const RankHint = () => <>{sentences([t('poll_form.rank_by_points'), t('poll_form.rank_otherwise')])}</>

export const page: TypePage = {
  picture: (
    <>
      {ROWS.map((y, row) => (
        <>
          <text x="6" y={y + 4}>
            {row + 1}
          </text>
          {line(y, 18, [38, 30, 34][row])}
        </>
      ))}
    </>
  ),
  help: {
    filling_in: 'ballot.filling_in_ranked_choice',
    when_to_choose: 'ballot.when_ranked_choice',
  },
  form: {
    ...OPTION_ROWS,
    fields: [
      'options',
      'option_meanings',
      'minimum_stance_choices',
      'count_method',
      'seats',
      'shuffle_options',
      'voter_can_add_options',
    ],
    labels: { minimum_stance_choices: 'poll_form.how_many_to_rank' },
    new_title: 'poll_form.new_of_ranked_choice',
    title_hint: 'poll_form.title_hint_ranked_choice',
    starts_with: { count_method: ranked_choice.count_methods[0] },
    change: (values, step) => changeRows(values, step) ?? proposeCount(values, step),
    Settings: (props) => (
      <>
        <RankedCountFields {...props} type={ranked_choice} />
        <NumberSetting {...props} name="minimum_stance_choices" hint={<RankHint />} />
      </>
    ),
  },
  ballot: {
    ...NUMBERS,
    Fields: (props) => (
      <NumberFields
        {...props}
        options={inGivenOrder(props)}
        data={{
          ...limitsOf(props),
          'data-drag': t('ballot.drag'),
          'data-up': t('ballot.move_up', { option: '{0}' }),
          'data-down': t('ballot.move_down', { option: '{0}' }),
          'data-place': t('ballot.place_of', { option: '{0}', place: '{1}', all: props.options.length }),
          'data-no-rank': t('ballot.no_rank_of', { option: '{0}' }),
        }}
      />
    ),
    out_of_range: (range, options) =>
      range.most < options ? t('ballot.rank_out_of_range', range) : NUMBERS.out_of_range(range),
    islands: ['rank-moves', 'drag-rows'],
    asks: (_, options, { least, most }) => {
      if (least === most)
        return t(most < options ? 'ballot.ranks_asks_some' : 'ballot.ranks_asks_all', { most })
      return least <= 1 && most >= options
        ? t('ballot.ranks_asks_free')
        : t('ballot.ranks_asks_range', { least, most })
    },
    told: (_, options, { least, most }) => {
      if (least === most)
        return most < options ? t('ballot.ranks_told_some', { most }) : t('ballot.ranks_told_all')
      return least <= 1 && most >= options
        ? t('ballot.ranks_told_free')
        : t('ballot.ranks_told_range', { least, most })
    },
    wrong_count: ({ least, most, given, options }) => {
      if (least >= options) return t('ballot.ranks_wrong_all', { given })
      if (least === most) return t('ballot.ranks_wrong_exactly', { most, given })
      return t('ballot.ranks_wrong_range', { least, most, given })
    },
  },
  results: {
    Picture: RanksPicture,
    first: 'result.most_points',
    axis: ({ most }) => t('result.most_points_possible', { points: most }),
    row: ({ score: points }, { most }) => t('result.points_of', { points, most }),
    own: (rank) => t('result.your_rank', { rank }),
  },
  sheets: () => ['numbers', 'grip'],
}
