import { existsSync, readFileSync } from 'node:fs'
import { SOURCE_FOLDER } from '../source-folder.ts'
import type { Language } from './languages.ts'

/** The names of the cities of time zones in a language; the English name where the language has none. */
export function citiesOf(language: Language): (zone: string) => string {
  const own = namesIn(language)
  const english = namesIn('en')
  return (zone) => own[zone] ?? english[zone] ?? ownCity(zone)
}

/** The city in a time zone's own name: CLDR's rule for zones without another name. */
export function ownCity(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** The names that `npm run cities` wrote; the pseudo-language has none. */
function namesIn(language: Language): Readonly<Record<string, string>> {
  const file = new URL(`locales/cities/${language}.json`, SOURCE_FOLDER)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
