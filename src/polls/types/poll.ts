import { CHOOSING, PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'

/** Everyone chooses one option, or several. */
export const poll: PollType = {
  ...PLAIN,
  words: {
    ...CHOOSING,
    title: 'type.poll',
    anonymous_title: 'type.anonymous_poll',
    summary: 'type.poll_summary',
  },
  count_methods: ['approval'],
  counted_as: 'choices',
  choices: ({ minimum_stance_choices, maximum_stance_choices }) => ({
    least: minimum_stance_choices ?? 1,
    most: maximum_stance_choices ?? Math.max(1, minimum_stance_choices ?? 1),
  }),
}
