import { intlTag } from './languages.ts'
import { spoken } from './say.ts'

const alphabets = new Map<string, Intl.Collator>()

/** Compares names in the sort order of the current language. */
export function byName(): (one: string, other: string) => number {
  const tag = intlTag(spoken())
  const alphabet = alphabets.get(tag) ?? new Intl.Collator(tag)
  alphabets.set(tag, alphabet)
  return alphabet.compare
}
