import Negotiator from 'negotiator'
import { isLanguage, type Language, nearestLanguage } from './languages.ts'

/** What is known of a reader: languages that were chosen, and the header Accept-Language. */
export type Chosen = { own: string | null; group: string | null; header: string | undefined }

/** The language to write in: a person's own choice, else the group's, else the browser's, else English. */
export function chooseLanguage({ own, group, header = '' }: Chosen): Language {
  for (const chosen of [own, group]) if (chosen !== null && isLanguage(chosen)) return chosen
  for (const code of new Negotiator({ headers: { 'accept-language': header } }).languages()) {
    const found = nearestLanguage(code)
    if (found !== null) return found
  }
  return 'en'
}
