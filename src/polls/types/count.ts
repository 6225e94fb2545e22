import { CHOOSING, MOST_CHOOSERS_SHOWN, PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'

/** Everyone says whether they are in. */
export const count: PollType = {
  ...PLAIN,
  most_ballots_shown: MOST_CHOOSERS_SHOWN,
  words: {
    ...CHOOSING,
    title: 'Count',
    summary: 'Asks who is in: everyone accepts or declines.',
  },
  default_options: ['accept', 'decline'],
  signs: { accept: { label: 'Accept' }, decline: { label: 'Decline' } },
  settles_on_option: false,
  single_choice: true,
  order: 'posted',
}
