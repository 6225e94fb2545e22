import { count } from '../../text/counted.ts'
import { PLAIN, supporting } from './common.ts'
import type { PollType } from './poll-type.ts'

/** Everyone shares dots out among the options. */
export const dot_vote: PollType = {
  ...PLAIN,
  words: {
    title: 'Dot vote',
    summary: 'Everyone has a few dots to share out among the options. Good for setting priorities.',
    options_heading: 'Options',
    number: 'dots',
    support: supporting('give dots to', 'gave dots to'),
    amount: ({ score }) => count(score, 'dot'),
    amount_is_clause: false,
  },
  answered_by: 'numbers',
  choices: (settings, options) => ({
    least: settings.minimum_stance_choices ?? 0,
    most: settings.maximum_stance_choices ?? options,
  }),
  number: ({ dots_per_person }) => ({ least: 0, most: dots_per_person }),
  budget: ({ dots_per_person }) => dots_per_person,
}
