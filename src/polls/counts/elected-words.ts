import { t } from '../../locales/say.ts'
import type { Poll } from '../poll.ts'
import type { Label } from '../results/verdict-words.ts'
import type { Lead } from './lead.ts'

/**
 * "Elected: Trees and Bench.", or while voting is open, "If voting ended now: Trees and Bench." `label`: how
 * the reader sees an option.
 */
export function electedWords({ budget }: Pick<Poll, 'budget'>, { by, options }: Lead, label: Label): string {
  const names = options.map(({ name }) => label(name))
  if (by === 'count') return t('count.so_far', { names })
  return t(budget === null ? 'method.elected' : 'method.funded', { names })
}
