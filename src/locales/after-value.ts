import { type AfterValue, honorificAfter } from './honorific.ts'
import type { Language } from './languages.ts'
import { wordsIn } from './words-in.ts'

/**
 * The text of a message behind a placeholder, as it reads beside its value, which the catalogue cannot know.
 * Null: the same behind all values, as most texts are.
 */
export function afterValue(language: Language, text: string): AfterValue | null {
  return honorificAfter(language, text) ?? fullStopAfter(text)
}

/** A full stop, not the point of a number or of a file's name. */
const FULL_STOP = /^[.。](?![\p{L}\p{N}.])/u

/**
 * A name may end in a full stop, and then its sentence needs none: "You joined Ulmengarten e. V.". After an
 * isolated name it stays: the end of that name is not where the sentence ends.
 */
function fullStopAfter(text: string): AfterValue | null {
  if (!FULL_STOP.test(text)) return null
  const [stop = ''] = text
  const without = text.slice(stop.length)
  return (value) => (wordsIn(value).endsWith(stop) ? without : text)
}
