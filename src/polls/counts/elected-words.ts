import { t } from '../../locales/say.ts'
import type { Poll } from '../poll.ts'
import type { Label } from '../results/verdict-words.ts'
import type { Lead } from './lead.ts'
import { isRanked } from './methods.ts'

type Settings = Pick<Poll, 'budget' | 'count_method' | 'poll_type' | 'seats'>

/**
 * "Elected: Trees and Bench." or "Chosen: Trees.", or while voting is open, "If voting ended now: Trees."
 * `label`: how the reader sees an option.
 */
export function electedWords(poll: Settings, { by, options }: Lead, label: Label): string {
  const names = options.map(({ name }) => label(name))
  if (by === 'count') return t('count.so_far', { names })
  return t(verbOf(poll), { names })
}

/** A single option with the best scores is chosen: it holds no seat. */
function verbOf(poll: Settings): 'method.funded' | 'method.elected' | 'method.chosen' {
  if (poll.budget !== null) return 'method.funded'
  return poll.seats > 1 || isRanked(poll) ? 'method.elected' : 'method.chosen'
}
