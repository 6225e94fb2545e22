import Negotiator from 'negotiator'
import { isLanguage, type Language, nearestLanguage } from './languages.ts'

/**
 * The language choices for a reader: in their browser, their own, and their group's; `former`: of the browser
 * in which they last signed in; and the header Accept-Language.
 */
export type Chosen = {
  browser?: string | null
  own: string | null
  group: string | null
  former?: string | null
  header?: string | undefined
}

/** The language for the response: the chosen one, else the browser's, else English. */
export function chooseLanguage({ browser = null, own, group, former = null, header = '' }: Chosen): Language {
  for (const chosen of [browser, own, group, former]) if (chosen !== null && isLanguage(chosen)) return chosen
  for (const code of new Negotiator({ headers: { 'accept-language': header } }).languages()) {
    const found = nearestLanguage(code)
    if (found !== null) return found
  }
  return 'en'
}
