import { t } from '../../locales/say.ts'
import { PLAIN } from './common.ts'
import type { ChoiceSettings, PollType } from './poll-type.ts'

/** The number of options a ballot must rank: by default all. */
const ranks = (settings: ChoiceSettings, options: number) =>
  settings.minimum_stance_choices ?? Math.min(options, settings.maximum_stance_choices ?? options)

/** Ranks are stored as points, and back: the best of N gets N points. */
const turned = (number: number, settings: ChoiceSettings, options: number) =>
  ranks(settings, options) - number + 1

/** Everyone ranks the options, 1 the best. */
export const ranked_choice: PollType = {
  ...PLAIN,
  shows_spread: true,
  words: {
    title: 'type.ranked_choice',
    summary: 'type.ranked_choice_summary',
    options_heading: 'type.options',
    number: 'the rank, 1 the best',
    support: () => 'rank',
    amount: ({ score }) => t('type.amount_points', { points: score }),
    amount_is_clause: false,
  },
  least_options: 2,
  answered_by: 'numbers',
  choices: (settings, options) => ({ least: ranks(settings, options), most: ranks(settings, options) }),
  choices_fixed_at_opening: true,
  number: (settings, options) => ({ least: 1, most: ranks(settings, options) }),
  numbers_differ: true,
  score: turned,
  numberOf: turned,
}
