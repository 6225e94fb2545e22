import { count } from '../../text/counted.ts'
import { BarsPicture } from '../drawings/bars-part.tsx'
import { CHOICE_RESULTS, CHOICES } from './choices-part.tsx'
import { amountOf } from './numbers-part.tsx'
import { line, ROWS, ring } from './picture-lines.tsx'
import { NumberSetting, OPTION_ROWS } from './poll-fields-part.tsx'
import type { TypePage } from './type-page.ts'

const EACH_CHOOSES = 'options each voter chooses'

function amount(least: number, most: number): string {
  return least < most && least <= 1 ? `up to ${count(most, 'option')}` : amountOf({ least, most })
}

export const page: TypePage = {
  picture: <>{ROWS.map((y) => [ring(y, y === 24), line(y)])}</>,
  help: {
    filling_in: 'Choose the option you want; the ballot says how many you may choose.',
    when_to_choose: 'A simple choice of one option, or of several. Quick, and everybody knows it.',
  },
  form: {
    ...OPTION_ROWS,
    fields: [
      'options',
      'option_meanings',
      'minimum_stance_choices',
      'maximum_stance_choices',
      'shuffle_options',
      'voter_can_add_options',
    ],
    new_title: 'poll_form.new_of_poll',
    title_hint: 'poll_form.title_hint_poll',
    starts_with: { maximum_stance_choices: 1 },
    Settings: (props) => (
      <>
        <div class="pair">
          <NumberSetting {...props} name="minimum_stance_choices" hint={EACH_CHOOSES} />
          <NumberSetting {...props} name="maximum_stance_choices" hint={EACH_CHOOSES} />
        </div>
      </>
    ),
  },
  ballot: {
    ...CHOICES,
    asks: (_, __, { least, most }) => {
      if (most === 1) return 'Choose one option.'
      return least === most
        ? `Choose ${most} options.`
        : `Choose ${least <= 1 ? `up to ${most}` : `${least} to ${most}`} options.`
    },
    told: (_, __, { least, most }) => `Each voter chooses ${amount(least, most)}.`,
    wrong_count: ({ least, most, given }) => {
      const wanted =
        most === 1 ? 'one option' : `${least === most ? String(least) : `${least} to ${most}`} options`
      return `Choose ${wanted}: ${given === 0 ? 'none is' : `${given} ${given === 1 ? 'is' : 'are'}`} chosen.`
    },
  },
  results: { ...CHOICE_RESULTS, Picture: BarsPicture },
}
