import Negotiator from 'negotiator'
import { isLanguage, type Language, nearestLanguage } from './languages.ts'

/**
 * What is known of a reader: what was chosen in their browser, by them, and by the group that they read
 * about; and the header Accept-Language.
 */
export type Chosen = {
  browser?: string | null
  own: string | null
  group: string | null
  header?: string | undefined
}

/** The language to write in: what was chosen, else what the browser asks for, else English. */
export function chooseLanguage({ browser = null, own, group, header = '' }: Chosen): Language {
  for (const chosen of [browser, own, group]) if (chosen !== null && isLanguage(chosen)) return chosen
  for (const code of new Negotiator({ headers: { 'accept-language': header } }).languages()) {
    const found = nearestLanguage(code)
    if (found !== null) return found
  }
  return 'en'
}
