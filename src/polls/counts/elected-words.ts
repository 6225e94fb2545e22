import { t } from '../../locales/say.ts'
import type { Label } from '../results/verdict-words.ts'
import { type Counted, electedOptions } from './elected.ts'
import { isElection } from './methods.ts'

/**
 * "Elected: Trees and Bench." Null: nobody is elected yet, or the poll's sums say as much. `label`: how the
 * reader sees an option.
 */
export function electedWords(loaded: Counted, label: Label): string | null {
  const names = isElection(loaded.poll) ? electedOptions(loaded).map(({ name }) => label(name)) : []
  if (names.length === 0) return null
  return t(loaded.poll.budget === null ? 'method.elected' : 'method.funded', { names })
}
