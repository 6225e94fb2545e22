import Negotiator from 'negotiator'
import { isLanguage, type Language, nearestLanguage } from './languages.ts'

/**
 * The language choices for a reader: in their browser, their own, and their group's; and the header
 * Accept-Language.
 */
export type Chosen = {
  browser?: string | null
  own: string | null
  group: string | null
  header?: string | undefined
}

/** The language for the response: the chosen one, else the browser's, else English. */
export function chooseLanguage({ browser = null, own, group, header = '' }: Chosen): Language {
  for (const chosen of [browser, own, group]) if (chosen !== null && isLanguage(chosen)) return chosen
  for (const code of new Negotiator({ headers: { 'accept-language': header } }).languages()) {
    const found = nearestLanguage(code)
    if (found !== null) return found
  }
  return 'en'
}
