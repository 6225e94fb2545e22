import { type Problem, problem } from '../errors.ts'
import { checkName } from './name.ts'

/** What a person says about themselves. */
export type Profile = { name: string | null; locale: string; time_zone: string }

export type Named = { value: string; label: string }

/** Languages a person may name as theirs, each called as its speakers call it. */
export const LOCALES: readonly Named[] = [
  { value: 'en', label: 'English' },
  { value: 'ca', label: 'Català' },
  { value: 'cs', label: 'Čeština' },
  { value: 'cy', label: 'Cymraeg' },
  { value: 'da', label: 'Dansk' },
  { value: 'de', label: 'Deutsch' },
  { value: 'es', label: 'Español' },
  { value: 'fi', label: 'Suomi' },
  { value: 'fr', label: 'Français' },
  { value: 'it', label: 'Italiano' },
  { value: 'nb', label: 'Norsk bokmål' },
  { value: 'nl', label: 'Nederlands' },
  { value: 'pl', label: 'Polski' },
  { value: 'pt', label: 'Português' },
  { value: 'sv', label: 'Svenska' },
  { value: 'tr', label: 'Türkçe' },
  { value: 'uk', label: 'Українська' },
]

const ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]
const KNOWN_ZONES = new Set(ZONES)

/** The time zone of this name as it is kept, or null: old names are understood. */
export function knownZone(name: string): string | null {
  if (KNOWN_ZONES.has(name)) return name
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return KNOWN_ZONES.has(timeZone) ? timeZone : null
  } catch {
    return null
  }
}

/** All time zones by the part of the world they lie in. */
export const ZONE_GROUPS: readonly { label: string; choices: Named[] }[] = grouped()

function grouped(): { label: string; choices: Named[] }[] {
  const groups = new Map<string, Named[]>()
  for (const zone of ZONES) {
    const slash = zone.indexOf('/')
    const label = slash < 0 ? 'Everywhere' : zone.slice(0, slash)
    const choice = {
      value: zone,
      label: zone
        .slice(slash + 1)
        .replaceAll('_', ' ')
        .replaceAll('/', ', '),
    }
    groups.set(label, [...(groups.get(label) ?? []), choice])
  }
  return [...groups].map(([label, choices]) => ({ label, choices }))
}

/**
 * What is wrong with a profile. Names need not be told; `known` is the zone kept so far, which may be an old
 * one.
 */
export function checkProfile({ name, locale, time_zone }: Profile, known: string | null = null): Problem[] {
  const problems = checkName(name)
  if (!LOCALES.some((one) => one.value === locale)) problems.push(problem('locale', 'not_in_list'))
  if (!KNOWN_ZONES.has(time_zone) && time_zone !== known) problems.push(problem('time_zone', 'not_in_list'))
  return problems
}
