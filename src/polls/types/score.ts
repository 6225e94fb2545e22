import { t } from '../../locales/say.ts'
import { NUMBERING, PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'

/** With one decimal. */
const rounded = (average: number) => Math.round(average * 10) / 10

/**
 * "average 3.3 of 5 · 13 points", or where medians decide "median 3 of 5 · average 3.3". `most`: the highest
 * score of the poll.
 */
export function averageWords(
  { average, points, most }: { average: number; points: number; most: number },
  median: number | null,
): string {
  return median === null
    ? t('result.average_of', { average: rounded(average), most, points })
    : t('result.median_of', { median, most, average: rounded(average) })
}

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
        : t('type.amount_average', { points, average: rounded(average) }),
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
