import { t } from '../../locales/say.ts'
import { listed } from '../../text/clauses.ts'
import { NUMBERING, PLAIN } from './common.ts'
import type { ChoiceSettings, PollType, Said } from './poll-type.ts'

/** Only points need the same number of ranks on each ballot. */
const byPoints = ({ count_method }: ChoiceSettings) => count_method === null || count_method === 'points'

/** The number of ranks: of points all are given, by other methods as many as the voter likes. */
const ranks = (settings: ChoiceSettings, options: number) =>
  (byPoints(settings) ? settings.minimum_stance_choices : null) ??
  Math.min(options, settings.maximum_stance_choices ?? options)

const least = (settings: ChoiceSettings, options: number) =>
  byPoints(settings) ? ranks(settings, options) : (settings.minimum_stance_choices ?? 1)

/** Ranks are stored as points, and back: the best of N gets N points. */
const turned = (number: number, settings: ChoiceSettings, options: number) =>
  ranks(settings, options) - number + 1

/** "1 Oak; 2 Ash": no line breaks between a rank and its option. */
function inRanks(named: Said[]): string {
  const ranked = [...named].sort((a, b) => a.number - b.number)
  return listed(ranked.map(({ number, label }) => `${t('count.number', { number })}\u00a0${label}`))
}

/** Everyone ranks options, 1 the best. */
export const ranked_choice: PollType = {
  ...PLAIN,
  shows_spread: true,
  words: {
    ...NUMBERING,
    title: 'type.ranked_choice',
    anonymous_title: 'type.anonymous_ranked_choice',
    summary: 'type.ranked_choice_summary',
    number: 'the rank, 1 being the best',
    support: () => 'rank',
    said: inRanks,
    amount: ({ score }) => t('type.amount_points', { points: score }),
  },
  least_options: 2,
  answered_by: 'numbers',
  choices: (settings, options) => ({ least: least(settings, options), most: ranks(settings, options) }),
  fixed_at_opening: (settings, options) =>
    byPoints(settings)
      ? { minimum_stance_choices: ranks(settings, options) }
      : { maximum_stance_choices: ranks(settings, options) },
  number: (settings, options) => ({ least: 1, most: ranks(settings, options) }),
  numbers_differ: true,
  count_methods: ['points', 'irv', 'stv_scottish', 'stv_meek', 'schulze', 'ranked_pairs'],
  counted_as: 'ranks',
  score: turned,
  numberOf: turned,
}
