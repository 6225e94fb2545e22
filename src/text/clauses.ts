import { t } from '../locales/say.ts'

/** "8 agree; 2 abstain": clauses of one sentence; "" if there are none. */
export function clauses([first = '', ...more]: string[]): string {
  return more.length === 0 ? first : t('sentence.clauses', { first, rest: clauses(more) })
}

/** Joins texts that may contain commas: "Oak; Ash, or none". */
export function listed(words: readonly string[]): string {
  return words.length === 0 ? '' : words.reduce((before, after) => t('ballot.semicolon', { before, after }))
}
