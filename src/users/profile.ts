import { type Problem, problem } from '../errors.ts'
import { isOffered, OFFERED } from '../locales/languages.ts'
import { checkName } from './name.ts'

export type Profile = { name: string | null; locale: string | null; time_zone: string }

export type Named = { value: string; label: string }

const ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]
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

/** The present names of places that zones still have under an older one. */
const PRESENT_NAMES: Readonly<Record<string, string>> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
  Truk: 'Chuuk',
}

/** All time zones by part of the world; null: in none. */
export const ZONE_GROUPS: readonly { label: string | null; choices: Named[] }[] = grouped()

function grouped(): { label: string | null; choices: Named[] }[] {
  const groups = new Map<string | null, Named[]>()
  for (const zone of ZONES) {
    const slash = zone.indexOf('/')
    const label = slash < 0 ? null : zone.slice(0, slash)
    const choice = { value: zone, label: placeOf(zone.slice(slash + 1)) }
    groups.set(label, [...(groups.get(label) ?? []), choice])
  }
  const byName = (one: Named, other: Named) => (one.label < other.label ? -1 : 1)
  return [...groups].map(([label, choices]) => ({ label, choices: choices.toSorted(byName) }))
}

function placeOf(place: string): string {
  return PRESENT_NAMES[place] ?? place.replaceAll('_', ' ').replaceAll('/', ', ')
}

/** Problems of a chosen language; null: none is chosen. */
export function checkLocale(locale: string | null): Problem[] {
  return locale === null || isOffered(locale) ? [] : [problem('locale', 'not_one_of', { list: OFFERED })]
}

/** Problems of a profile. A name is optional; `known` is the stored zone, which may be an old one. */
export function checkProfile({ name, locale, time_zone }: Profile, known: string | null = null): Problem[] {
  const problems = [...checkName(name), ...checkLocale(locale)]
  if (!KNOWN_ZONES.has(time_zone) && time_zone !== known) problems.push(problem('time_zone', 'not_in_list'))
  return problems
}
