import { CHOOSING, PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'

/** Everyone says whether they join. */
export const count: PollType = {
  ...PLAIN,
  words: {
    ...CHOOSING,
    title: 'type.count',
    anonymous_title: 'type.anonymous_count',
    summary: 'type.count_summary',
  },
  default_options: ['accept', 'decline'],
  signs: { accept: { label: 'type.accept' }, decline: { label: 'type.decline' } },
  settles_on_option: false,
  wants_people: true,
  single_choice: true,
  order: 'posted',
}
