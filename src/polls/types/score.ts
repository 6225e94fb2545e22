import { t } from '../../locales/say.ts'
import { NUMBERING, PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'

/** Everyone gives options a score. */
export const score: PollType = {
  ...PLAIN,
  shows_spread: true,
  words: {
    ...NUMBERING,
    title: 'type.score',
    anonymous_title: 'type.anonymous_score',
    summary: 'type.score_summary',
    number: 'the score',
    support: () => 'score',
    amount: ({ score: points, average }) =>
      average === null
        ? t('type.amount_points', { points })
        : t('type.amount_average', { points, average: Math.round(average * 10) / 10 }),
  },
  answered_by: 'numbers',
  choices: (settings, options) => ({
    least: settings.minimum_stance_choices ?? 1,
    most: settings.maximum_stance_choices ?? options,
  }),
  number: ({ min_score, max_score }) => ({ least: min_score, most: max_score }),
  score: (number) => number,
  counted: 'answers',
  count_methods: ['sum', 'star', 'median'],
}
