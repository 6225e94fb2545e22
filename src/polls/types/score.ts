import { PLAIN, points, supporting } from './common.ts'
import type { PollType } from './poll-type.ts'

/** Everyone gives options a score. */
export const score: PollType = {
  ...PLAIN,
  shows_spread: true,
  words: {
    title: 'Score vote',
    summary: 'Everyone gives each option a score, so that how much they like it counts.',
    options_heading: 'Options',
    number: 'the score',
    support: supporting('score', 'scored'),
    amount: ({ score, average }) =>
      `${points(score)}${average === null ? '' : ` (average ${Math.round(average * 10) / 10})`}`,
    amount_is_clause: false,
  },
  answered_by: 'numbers',
  choices: (settings, options) => ({
    least: settings.minimum_stance_choices ?? 1,
    most: settings.maximum_stance_choices ?? options,
  }),
  number: ({ min_score, max_score }) => ({ least: min_score, most: max_score }),
  score: (number) => number,
  counted: 'answers',
}
