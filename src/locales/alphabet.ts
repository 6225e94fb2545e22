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

/** People in the alphabetical order of the current language; those without a name stay last. */
export function inAlphabet<T>(people: readonly T[], nameOf: (one: T) => string | null): T[] {
  const compare = byName()
  const named = people.filter((one) => nameOf(one) !== null)
  const nameless = people.filter((one) => nameOf(one) === null)
  return [...named.sort((one, other) => compare(nameOf(one) ?? '', nameOf(other) ?? '')), ...nameless]
}
