import { choiceLimits } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { count, have } from '../../text/counted.ts'
import { RanksPicture } from '../drawings/ranks-part.tsx'
import { amountOf, NUMBERS, NumberFields } from './numbers-part.tsx'
import { line, ROWS } from './picture-lines.tsx'
import { NumberSetting, OPTION_ROWS } from './poll-fields-part.tsx'
import type { FieldsOf, TypePage } from './type-page.ts'

/** A ballot that is ranked already stands in its order. */
function inGivenOrder({ options, typed }: FieldsOf): PollOption[] {
  if (typed.numbers.size === 0) return options
  const rank = ({ slot }: PollOption) => Number(typed.numbers.get(slot) ?? Number.NaN)
  return [...options].sort((a, b) => (rank(a) || options.length + 1) - (rank(b) || options.length + 1))
}

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
    filling_in:
      'Number the options, 1 for the best. You can type the numbers, move the options with their buttons, or drag them.',
    when_to_choose: 'One of several is chosen, an election for instance, and a second choice should count.',
  },
  form: {
    ...OPTION_ROWS,
    fields: [
      'options',
      'option_meanings',
      'minimum_stance_choices',
      'shuffle_options',
      'voter_can_add_options',
    ],
    labels: { minimum_stance_choices: 'poll_form.how_many_to_rank' },
    new_title: 'poll_form.new_of_ranked_choice',
    title_hint: 'poll_form.title_hint_ranked_choice',
    Settings: (props) => (
      <NumberSetting {...props} name="minimum_stance_choices" hint="Leave it empty: all of them." />
    ),
  },
  ballot: {
    ...NUMBERS,
    Fields: (props) => (
      <NumberFields
        {...props}
        options={inGivenOrder(props)}
        data={{ 'data-ranks': choiceLimits(props.poll, props.options.length).most, 'data-drag': '' }}
      />
    ),
    islands: ['rank-moves', 'drag-rows'],
    asks: (_, options, { most }) =>
      most < options
        ? `Rank ${most} of the options: 1 is the one you like best. Leave the others empty.`
        : `Rank all options: 1 is the one you like best, ${most} the one you like least.`,
    told: (_, options, { most }) =>
      most < options
        ? `Each voter ranks ${most} of the options, the best first.`
        : 'Each voter ranks the options, the best first.',
    wrong_count: ({ least, most, given, options }) => {
      const wanted = most < options ? amountOf({ least, most }) : 'every option'
      return `Give a rank to ${wanted}: ${given} ${have(given)} one.`
    },
    said: (named) =>
      named
        .sort((a, b) => a.number - b.number)
        .map(({ number, label }) => `${number} ${label}`)
        .join('; '),
  },
  results: {
    Picture: RanksPicture,
    first: 'Most points',
    axis: ({ most }) => `${count(most, 'point')}: the most possible`,
    row: ({ score }, { most }) => `${count(score, 'point')} of ${most}`,
  },
}
