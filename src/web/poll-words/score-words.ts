import { t } from '../../locales/say.ts'
import { isDecidedBySums, methodOf } from '../../polls/counts/methods.ts'
import { countsSkips } from '../../polls/counts/skips.ts'
import { choiceLimits, type PollSettings } from '../../polls/poll.ts'

/** What decides a score poll, in a sentence. */
export function decidesWords(poll: PollSettings): string {
  if (isDecidedBySums(poll)) return t('ballot.sum_decides')
  return t(methodOf(poll) === 'star' ? 'ballot.star_decides' : 'ballot.median_decides')
}

/** What it means to skip one of so many options. Empty: ballots score them all. */
export function skippingWords(poll: PollSettings, options: number): string {
  if (choiceLimits(poll, options).least >= options) return ''
  return countsSkips(poll)
    ? t('ballot.skipping_gives_lowest', { lowest: poll.min_score })
    : t('ballot.skipping_gives_nothing')
}
