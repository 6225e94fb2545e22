import { count, have } from '../../text/counted.ts'
import { DotsPicture } from '../drawings/dots-part.tsx'
import { amountOf, NUMBERS, NumberFields } from './numbers-part.tsx'
import { line, ROWS } from './picture-lines.tsx'
import { NumberSetting, OPTION_ROWS } from './poll-fields-part.tsx'
import type { TypePage } from './type-page.ts'

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
    filling_in: 'Share your dots out as you like; all on one option is fine. The ballot counts what is left.',
    when_to_choose: 'What comes first? With few dots, people show what matters most to them.',
  },
  form: {
    ...OPTION_ROWS,
    fields: ['options', 'option_meanings', 'dots_per_person', 'shuffle_options', 'voter_can_add_options'],
    new_title: 'poll_form.new_of_dot_vote',
    title_hint: 'poll_form.title_hint_dot_vote',
    Settings: (props) => <NumberSetting {...props} name="dots_per_person" />,
  },
  ballot: {
    ...NUMBERS,
    Fields: (props) => <NumberFields {...props} data={{ 'data-dots': props.poll.dots_per_person }} />,
    islands: ['dots-left'],
    asks: ({ dots_per_person }) =>
      `You have ${count(dots_per_person, 'dot')}. Give an option as many as you like; you need not use them all.`,
    told: ({ dots_per_person }) =>
      `Each voter has ${count(dots_per_person, 'dot')} to share out among the options.`,
    wrong_count: ({ least, most, given }) =>
      `Give dots to ${amountOf({ least, most })}: ${given} ${have(given)} some.`,
  },
  results: {
    Picture: DotsPicture,
    first: 'Most dots',
    axis: ({ most }) => `${count(most, 'dot')}: all there were`,
    row: ({ score, voter_count }) => `${count(score, 'dot')} from ${count(voter_count, 'voter')}`,
  },
}
