import { t } from '../../locales/say.ts'
import { PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'

/** Everyone distributes dots among the options. */
export const dot_vote: PollType = {
  ...PLAIN,
  words: {
    title: 'type.dot_vote',
    summary: 'type.dot_vote_summary',
    options_heading: 'type.options',
    number: 'dots',
    support: () => 'give_dots',
    amount: ({ score }) => t('type.amount_dots', { dots: score }),
    amount_is_clause: false,
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
