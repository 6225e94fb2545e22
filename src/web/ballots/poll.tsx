import { t } from '../../locales/say.ts'
import type { Range } from '../../polls/types/poll-type.ts'
import { BarsPicture } from '../drawings/bars-part.tsx'
import { line, ROWS, ring } from '../drawings/picture-lines.tsx'
import { SeatsField } from '../poll-words/count-fields-part.tsx'
import { CHOICE_RESULTS, CHOICES, noOneAnswer } from './choices-part.tsx'
import { NumberSetting, OPTION_ROWS } from './poll-fields-part.tsx'
import type { TypePage } from './type-page.ts'

/** Which message describes the number of options. */
function amountOf({ least, most }: Range): 'exactly' | 'up_to' | 'range' {
  if (least === most) return 'exactly'
  return least <= 1 ? 'up_to' : 'range'
}

const ASKS = {
  exactly: 'ballot.poll_asks_exactly',
  up_to: 'ballot.poll_asks_up_to',
  range: 'ballot.poll_asks_range',
} as const
const TOLD = {
  exactly: 'ballot.poll_told_exactly',
  up_to: 'ballot.poll_told_up_to',
  range: 'ballot.poll_told_range',
} as const

export const page: TypePage = {
  picture: <>{ROWS.map((y) => [ring(y, y === 24), line(y)])}</>,
  help: {
    filling_in: 'ballot.filling_in_poll',
    when_to_choose: 'ballot.when_poll',
  },
  form: {
    ...OPTION_ROWS,
    fields: [
      'options',
      'option_meanings',
      'minimum_stance_choices',
      'maximum_stance_choices',
      'seats',
      'shuffle_options',
      'voter_can_add_options',
    ],
    new_title: 'poll_form.new_of_poll',
    title_hint: 'poll_form.title_hint_poll',
    starts_with: { maximum_stance_choices: 1 },
    Settings: (props) => (
      <>
        <div class="pair">
          <NumberSetting {...props} name="minimum_stance_choices" hint={t('poll_form.each_chooses')} />
          <NumberSetting {...props} name="maximum_stance_choices" hint={t('poll_form.each_chooses')} />
        </div>
        <SeatsField {...props} />
      </>
    ),
  },
  ballot: {
    ...CHOICES,
    asks: (_, __, limits) =>
      limits.most === 1 ? t('ballot.poll_asks_one') : t(ASKS[amountOf(limits)], limits),
    told: (_, __, limits) =>
      limits.most === 1 && limits.least === 1 ? t('ballot.poll_told_one') : t(TOLD[amountOf(limits)], limits),
    wrong_count: ({ least, most, given }) => {
      if (most === 1) return noOneAnswer({ given })
      if (least === most) return t('ballot.poll_wrong_exactly', { most, given })
      return t('ballot.poll_wrong_range', { least, most, given })
    },
  },
  results: { ...CHOICE_RESULTS, Picture: BarsPicture },
}
