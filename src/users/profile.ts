import { type Problem, problem } from '../errors.ts'
import { isOffered, OFFERED } from '../locales/languages.ts'
import { ZONES } from '../text/zones.ts'
import { checkName } from './name.ts'
import { hasName, type User } from './user.ts'

/** A language or zone that is null: the person has none of their own. */
export type Profile = { name: string | null; locale: string | null; time_zone: string | null }

const KNOWN_ZONES = new Set(ZONES)

/** The stored name of a time zone, or null; accepts old names. */
export function knownZone(name: string): string | null {
  if (KNOWN_ZONES.has(name)) return name
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return KNOWN_ZONES.has(timeZone) ? timeZone : null
  } catch {
    return null
  }
}

/** Problems of a chosen language; null: none is chosen. */
export function checkLocale(locale: string | null): Problem[] {
  return locale === null || isOffered(locale) ? [] : [problem('locale', 'not_one_of', { list: OFFERED })]
}

/** What is stored; its zone may be an old one. */
type Saved = Pick<User, 'name' | 'time_zone'>

/** Problems of a profile. A name is optional until there is one: votes and comments show it, and need it. */
export function checkProfile({ name, locale, time_zone }: Profile, saved: Saved | null = null): Problem[] {
  const emptied = name === null && saved !== null && hasName(saved)
  const problems = [
    ...(emptied ? [problem('name', 'blank')] : []),
    ...checkName(name),
    ...checkLocale(locale),
  ]
  const is_zone = time_zone === null || time_zone === saved?.time_zone || KNOWN_ZONES.has(time_zone)
  return is_zone ? problems : [...problems, problem('time_zone', 'not_in_list')]
}
