import { sentences, t } from '../locales/say.ts'
import type { CountedBallots } from '../polls/counts/counting.ts'
import { unfundedFavourites } from '../polls/counts/unfunded.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { isFinal, type Poll } from '../polls/poll.ts'
import type { ResultRow } from '../polls/results/tally/result-rows.ts'
import { optionWords, quotedOptions } from './option-words.ts'
import { roundSentences } from './round-words.ts'

/**
 * What decided a closed poll whose sums did not: by STAR its runoff, among equal medians what broke the tie,
 * by equal shares why an option with the most dots gets nothing. '': the lines of the options say it.
 */
export function decidingWords(
  { poll, options, results, now }: LoadedPoll,
  counted: CountedBallots | null,
  time_zone: string,
): string {
  if (counted === null || !results.shown) return ''
  const { count } = counted
  const has_words = count.method === 'star' || (count.method === 'median' && count.ties.length > 0)
  if (!has_words) return unfundedWords(counted, results.rows, { poll, now })
  const names: string[] = []
  for (const { slot, name } of options) names[slot - 1] = optionWords(poll, name, time_zone)
  return roundSentences(count, names, { costs: [], final: true }).at(-1) ?? ''
}

/**
 * Why an option with the most dots gets nothing from the budget, in a sentence; '': it does, or none is
 * shared.
 */
export function unfundedWords(
  counted: CountedBallots | null,
  rows: ResultRow[],
  of: { poll: Poll; now: Date },
) {
  if (counted === null) return ''
  const voting = isFinal(of.poll, of.now) ? 'other' : 'open'
  return sentences(
    unfundedFavourites(counted.count, rows).map(({ option, enough, level, ...unfunded }) => {
      const [name = ''] = quotedOptions([option.name])
      const most = level ? 'level' : 'alone'
      return t(enough ? 'count.unfunded_spent' : 'count.unfunded_few', { name, voting, most, ...unfunded })
    }),
  )
}
