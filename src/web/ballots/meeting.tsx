import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import { count } from '../../text/counted.ts'
import { TickField } from '../parts/form-part.tsx'
import { readTimes } from '../parts/time-fields.ts'
import { allVoters } from './choices-part.tsx'
import { MeetingFields } from './meeting-fields-part.tsx'
import { MeetingGrid } from './meeting-grid-part.tsx'
import { MeetingPicture } from './meeting-rows-part.tsx'
import { changeTimes } from './meeting-times.ts'
import { MeetingTimes } from './meeting-times-part.tsx'
import { ROWS } from './picture-lines.tsx'
import type { Said, TypePage } from './type-page.ts'

function said(named: Said[]): string {
  const can = (wanted: number) => named.filter(({ number }) => number === wanted).map(({ label }) => label)
  const [yes, perhaps] = [can(2), can(1)]
  if (yes.length + perhaps.length === 0) return 'Cannot come at any of the times'
  return [yes.join('; '), perhaps.length === 0 ? '' : `if need be: ${perhaps.join('; ')}`]
    .filter((words) => words !== '')
    .join('; ')
}

/** A yes counts 2 and an "if need be" 1: from the score follows how many said which. */
function needBe({ score, voter_count }: ResultRow): string {
  const perhaps = 2 * voter_count - score
  return perhaps > 0 ? `, ${perhaps} of them if need be` : ''
}

/** A ballot answers all the times that there were. */
function before({ answer_count }: ResultRow, voters: number): string {
  const unasked = voters - answer_count
  return unasked > 0 ? `; ${unasked} voted before it was added` : ''
}

export const page: TypePage = {
  picture: (
    <>
      {[12, 32, 52].map((x, column) =>
        ROWS.map((y, row) => (
          <rect
            key={`${x} ${y}`}
            class={[[1, 0, 2][row], [2, 1, 1][row], [0, 0, 1][row]][column] === 1 ? 'full' : 'ring'}
            x={x - 7}
            y={y - 5}
            width="14"
            height="10"
            rx="2"
          />
        )),
      )}
    </>
  ),
  help: {
    filling_in: 'Say for every time whether you can come. Times are shown in your own time zone.',
    when_to_choose: 'A time is to be found. Voters see your times in their own zones.',
  },
  form: {
    fields: [
      'options',
      'days',
      'hour_days',
      'hours',
      'hour_for_all',
      'month',
      'only_yes_no',
      'voter_can_add_options',
    ],
    labels: { options: 'poll_form.times' },
    new_title: 'poll_form.new_of_meeting',
    title_hint: 'poll_form.title_hint_meeting',
    rule_options: null,
    Options: MeetingTimes,
    Settings: ({ form }) => (
      <TickField form={form} name="only_yes_no" label="Only yes and no, without “if need be”" />
    ),
    change: changeTimes,
    readOptions: ({ times, lines }, zone) => readTimes([...times, ...lines], zone),
  },
  ballot: {
    Fields: MeetingFields,
    islands: ['no-to-rest'],
    asks: () => 'Say for every time whether you can come: each needs an answer.',
    told: ({ can_respond_maybe }) =>
      can_respond_maybe
        ? 'Each voter says for every time: yes, if need be, or no.'
        : 'Each voter says for every time: yes or no.',
    unanswered: 'Choose an answer.',
    out_of_range: () => 'Choose one of the answers.',
    wrong_count: ({ given, options }) =>
      `Answer for every time: ${count(options - given, 'answer')} still missing.`,
    said,
  },
  results: {
    first: 'Suits best',
    axis: ({ voters }) => `a yes from ${allVoters(voters)}`,
    row: (row, { voters }) => `${row.voter_count} of ${voters} can come${needBe(row)}${before(row, voters)}`,
    Picture: MeetingPicture,
    Ballots: MeetingGrid,
  },
  sheets: ['meeting'],
}
