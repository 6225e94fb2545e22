import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { dot_vote } from '../../polls/types/dot-vote.ts'
import { budgetWords } from '../../sentences/budget-words.ts'
import { DotsPicture } from '../drawings/dots-part.tsx'
import { line, ROWS } from '../drawings/picture-lines.tsx'
import { CountMethodField } from '../poll-words/count-fields-part.tsx'
import { NUMBERS, NumberFields } from './numbers-part.tsx'
import { OptionRows } from './option-rows-part.tsx'
import { NumberSetting, OPTION_ROWS } from './poll-fields-part.tsx'
import type { FieldsOf, TypePage } from './type-page.ts'

/** The texts for the script that counts the dots. */
function counterOf({ poll: { dots_per_person: all } }: FieldsOf) {
  return {
    'data-dots': all,
    'data-left': t('ballot.dots_left', { left: '{0}', all }),
    'data-none': t('ballot.dots_none_left', { all }),
    'data-full': t('ballot.dots_full'),
    'data-all-here': t('ballot.dots_all_here'),
    'data-over': t('ballot.dots_over', { over: '{0}', given: '{1}', all }),
    'data-less': t('ballot.dot_less', { option: '{0}' }),
    'data-more': t('ballot.dot_more', { option: '{0}' }),
  }
}

/** A number of dots for each option, below what they do where a budget is shared. */
function DotFields(props: FieldsOf): VNode {
  const shares = budgetWords(props.poll)
  return (
    <>
      {shares !== '' && <p class="small">{shares}</p>}
      <NumberFields {...props} data={counterOf(props)} />
    </>
  )
}

export const page: TypePage = {
  picture: (
    <>
      {ROWS.map((y, row) => (
        <>
          {line(y, 6, 20)}
          {Array.from({ length: [3, 1, 2][row] ?? 0 }, (_, dot) => (
            <circle key={`${y} ${dot}`} class="full" cx={34 + dot * 10} cy={y} r="3.5" />
          ))}
        </>
      ))}
    </>
  ),
  help: {
    filling_in: 'ballot.filling_in_dot_vote',
    when_to_choose: 'ballot.when_dot_vote',
  },
  form: {
    ...OPTION_ROWS,
    fields: [
      'options',
      'option_meanings',
      'option_costs',
      'dots_per_person',
      'count_method',
      'budget',
      'shuffle_options',
      'voter_can_add_options',
    ],
    starts_with: { count_method: dot_vote.count_methods[0] },
    Options: (props) => <OptionRows {...props} costs />,
    new_title: 'poll_form.new_of_dot_vote',
    title_hint: 'poll_form.title_hint_dot_vote',
    Settings: (props) => (
      <>
        <NumberSetting {...props} name="dots_per_person" />
        <CountMethodField {...props} type={dot_vote} />
        <div class="with-costs">
          <NumberSetting {...props} name="budget" hint={t('poll_form.budget_hint')} />
        </div>
      </>
    ),
  },
  ballot: {
    ...NUMBERS,
    Fields: DotFields,
    islands: ['dots-left'],
    asks: (poll) => t('ballot.dots_asks', { dots: poll.dots_per_person }),
    told: (poll) => sentences([t('ballot.dots_told', { dots: poll.dots_per_person }), budgetWords(poll)]),
    wrong_count: ({ least, most, given }) =>
      least === most
        ? t('ballot.dots_wrong_exactly', { most, given })
        : t('ballot.dots_wrong_range', { least, most, given }),
  },
  results: {
    Picture: DotsPicture,
    first: 'result.most_dots',
    axis: ({ most }) => t('result.all_dots', { dots: most }),
    row: ({ option: { cost }, score: dots, voter_count: voters }) => {
      if (voters === 0) return cost === null ? t('result.no_dots') : t('result.no_dots_cost', { cost })
      return cost === null
        ? t('result.dots_from', { dots, voters })
        : t('result.dots_from_cost', { dots, voters, cost })
    },
  },
  sheets: () => ['numbers'],
}
