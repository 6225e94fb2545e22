import { t } from '../locales/say.ts'

/** "8 agree; 2 abstain": clauses of one sentence; "" if there are none. */
export function clauses([first = '', ...more]: string[]): string {
  return more.length === 0 ? first : t('sentence.clauses', { first, rest: clauses(more) })
}
