import { intlTag } from './languages.ts'
import { spoken } from './say.ts'

const alphabets = new Map<string, Intl.Collator>()

/** Compares names as the language that is spoken sorts them. */
export function byName(): (one: string, other: string) => number {
  const tag = intlTag(spoken())
  const alphabet = alphabets.get(tag) ?? new Intl.Collator(tag)
  alphabets.set(tag, alphabet)
  return alphabet.compare
}
