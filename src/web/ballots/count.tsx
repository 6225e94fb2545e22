import { t } from '../../locales/say.ts'
import { count } from '../../polls/types/count.ts'
import { calledOf, nameMeant } from '../../polls/types/sign-words.ts'
import { BarsPicture } from '../drawings/bars-part.tsx'
import { line } from '../drawings/picture-lines.tsx'
import { CHOICE_RESULTS, CHOICES, noOneAnswer } from './choices-part.tsx'
import { OptionRows } from './option-rows-part.tsx'
import { NumberSetting, OPTION_ROWS } from './poll-fields-part.tsx'
import type { TypePage } from './type-page.ts'

export const page: TypePage = {
  picture: (
    <>
      <path class="agree" d="M6 16.5 9 19.5 15 12.5" />
      {line(16)}
      <path class="disagree" d="M6.5 29 13.5 36M13.5 29 6.5 36" />
      {line(32.5)}
    </>
  ),
  help: {
    filling_in: 'ballot.filling_in_count',
    when_to_choose: 'ballot.when_count',
  },
  form: {
    ...OPTION_ROWS,
    fields: ['options', 'option_meanings', 'agree_target'],
    new_title: 'poll_form.new_of_count',
    title_hint: 'poll_form.title_hint_count',
    starts_with: { options: count.default_options ?? [] },
    Options: (props) => (
      <OptionRows
        {...props}
        fewest={2}
        hint={t('poll_form.defaults')}
        called={(typed) => calledOf('count', nameMeant('count', typed))}
      />
    ),
    Settings: (props) => <NumberSetting {...props} name="agree_target" hint={t('poll_form.wanted_hint')} />,
    readOptions: ({ lines }) => ({ names: lines.map((line) => nameMeant('count', line)), problems: [] }),
  },
  ballot: {
    ...CHOICES,
    asks: () => t('ballot.count_asks'),
    told: () => t('ballot.count_told'),
    wrong_count: noOneAnswer,
  },
  results: { ...CHOICE_RESULTS, first: 'result.most_answers', Picture: BarsPicture },
}
