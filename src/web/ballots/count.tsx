import { count } from '../../polls/types/count.ts'
import { BarsPicture } from '../drawings/bars-part.tsx'
import { CHOICE_RESULTS, CHOICES } from './choices-part.tsx'
import { OptionRows } from './option-rows-part.tsx'
import { line } from './picture-lines.tsx'
import { OPTION_ROWS } from './poll-fields-part.tsx'
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
    filling_in: 'Say whether you join in.',
    when_to_choose: 'You need to know who is in: who comes, who helps, who has read it.',
  },
  form: {
    ...OPTION_ROWS,
    fields: ['options', 'option_meanings'],
    new_title: 'poll_form.new_of_count',
    title_hint: 'poll_form.title_hint_count',
    starts_with: { options: count.default_options ?? [] },
    Options: (props) => <OptionRows {...props} fewest={2} hint="These defaults suit most polls." />,
  },
  ballot: {
    ...CHOICES,
    asks: () => 'Give one answer.',
    told: () => 'Each voter gives one answer.',
    wrong_count: () => 'Choose one answer.',
  },
  results: { ...CHOICE_RESULTS, first: 'Most answers', Picture: BarsPicture },
}
