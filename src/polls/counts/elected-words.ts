import { sentences, t } from '../../locales/say.ts'
import type { Poll } from '../poll.ts'
import type { Label } from '../results/verdict-words.ts'
import type { Lead } from './lead.ts'

type Settings = Pick<Poll, 'budget' | 'seats'>

/**
 * "Elected: Trees and Bench." or "Chosen: Trees.", or while voting is open, "If voting ended now: Trees.",
 * and whether a lot decided it. `label`: how the reader sees an option.
 */
export function electedWords(poll: Settings, { by, options, by_lot }: Lead, label: Label): string {
  const names = options.map(({ name }) => label(name))
  const open = by === 'count'
  const lot = by_lot ? t('method.tie_by_lot', { voting: open ? 'open' : 'other' }) : ''
  return sentences([t(open ? 'count.so_far' : verbOf(poll), { names }), lot])
}

/** A single option is chosen, as by an outcome: it may be a place or a plan, which nobody elects. */
function verbOf(poll: Settings): 'method.funded' | 'method.elected' | 'method.chosen' {
  if (poll.budget !== null) return 'method.funded'
  return poll.seats > 1 ? 'method.elected' : 'method.chosen'
}
