import { problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { canComeWords } from '../../polls/types/meeting.ts'
import { ROWS } from '../drawings/picture-lines.tsx'
import { TickField } from '../parts/form-part.tsx'
import { readTimes } from '../parts/time-fields.ts'
import { MeetingFields } from './meeting-fields-part.tsx'
import { MeetingGrid } from './meeting-grid-part.tsx'
import { MeetingPicture } from './meeting-rows-part.tsx'
import { changeTimes } from './meeting-times.ts'
import { MeetingTimes } from './meeting-times-part.tsx'
import type { TypePage } from './type-page.ts'

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
    filling_in: 'ballot.filling_in_meeting',
    when_to_choose: 'ballot.when_meeting',
  },
  form: {
    sheets: ['times'],
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
    Settings: ({ form }) => <TickField form={form} name="only_yes_no" label={t('poll_form.only_yes_no')} />,
    change: changeTimes,
    readOptions: ({ times, lines }, zone) => readTimes([...times, ...lines], zone),
    no_options: problem('options', 'no_day_chosen'),
  },
  ballot: {
    Fields: MeetingFields,
    islands: ['no-to-rest'],
    asks: () => t('ballot.meeting_asks'),
    told: ({ can_respond_maybe }) =>
      t(can_respond_maybe ? 'ballot.meeting_told' : 'ballot.meeting_told_yes_no'),
    unanswered: 'ballot.answer_missing',
    out_of_range: () => t('ballot.answer_out_of_range'),
    wrong_count: ({ given, options }) => t('ballot.meeting_wrong', { missing: options - given }),
  },
  results: {
    first: 'result.suits_best',
    axis: ({ voters }) => t('result.yes_from_all', { voters }),
    row: (row, { voters }) => canComeWords(row, voters),
    Picture: MeetingPicture,
    Ballots: MeetingGrid,
  },
  sheets: () => ['meeting', 'scale'],
}
