import { CHOOSING, PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'

/** Everyone says whether they are in. */
export const count: PollType = {
  ...PLAIN,
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
