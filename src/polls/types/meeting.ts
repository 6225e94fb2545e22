import { t } from '../../locales/say.ts'
import { PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'

/** The number for "if need be" on a ballot; no is 0, yes is 2. */
const IF_NEED_BE = 1

/** Everyone says for each time whether they can come. */
export const meeting: PollType = {
  ...PLAIN,
  words: {
    title: 'type.meeting',
    summary: 'type.meeting_summary',
    options_heading: 'type.proposed_times',
    number: '0 (no), 1 (if need be) or 2 (yes) for every option',
    support: () => 'can_make',
    amount: ({ voter_count }) => t('type.amount_coming', { voters: voter_count }),
    amount_is_clause: true,
  },
  options_are_times: true,
  answered_by: 'numbers',
  choices: (_, options) => ({ least: options, most: options }),
  number: () => ({ least: 0, most: 2 }),
  withheld: (number, { can_respond_maybe }) =>
    number === IF_NEED_BE && !can_respond_maybe ? 'if_need_be' : null,
  score: (number) => number,
  tells_zeros: true,
  shows_ballots: true,
  order: 'time',
}
