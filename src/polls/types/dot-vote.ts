import { t } from '../../locales/say.ts'
import { NUMBERING, PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'

/** Everyone distributes dots among the options. */
export const dot_vote: PollType = {
  ...PLAIN,
  words: {
    ...NUMBERING,
    title: 'type.dot_vote',
    anonymous_title: 'type.anonymous_dot_vote',
    summary: 'type.dot_vote_summary',
    number: 'dots',
    support: () => 'give_dots',
    amount: ({ score }) => t('type.amount_dots', { dots: score }),
  },
  answered_by: 'numbers',
  choices: (settings, options) => ({
    least: settings.minimum_stance_choices ?? 0,
    most: settings.maximum_stance_choices ?? options,
  }),
  number: ({ dots_per_person }) => ({ least: 0, most: dots_per_person }),
  count_methods: ['sum', 'equal_shares'],
  budget: ({ dots_per_person }) => dots_per_person,
}
