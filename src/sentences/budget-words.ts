import { t } from '../locales/say.ts'
import type { CountSettings } from '../polls/counts/methods.ts'

/** What the dots of a poll do that shares out a budget, in a sentence; '': it has none. */
export function budgetWords({ budget }: Pick<CountSettings, 'budget'>): string {
  return budget === null ? '' : t('ballot.dots_shares', { budget })
}
