import { byName } from '../locales/alphabet.ts'
import { citiesOf } from '../locales/cities.ts'
import type { Language } from '../locales/languages.ts'
import { type PlainKey, spoken, t } from '../locales/say.ts'

/** All time zones by name, as this machine knows them. */
export const ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

export type ZoneGroup = { label: string; choices: { value: string; label: string }[] }

/** The parts of the world that the time zone database has. */
const AREAS: Readonly<Record<string, PlainKey>> = {
  Africa: 'form.zone_africa',
  America: 'form.zone_america',
  Antarctica: 'form.zone_antarctica',
  Arctic: 'form.zone_arctic',
  Asia: 'form.zone_asia',
  Atlantic: 'form.zone_atlantic',
  Australia: 'form.zone_australia',
  Europe: 'form.zone_europe',
  Indian: 'form.zone_indian',
  Pacific: 'form.zone_pacific',
}

// Never evicted: there are no more than the languages.
const groups = new Map<Language, readonly ZoneGroup[]>()

/**
 * All time zones by part of the world, which are in alphabetical order, as are their cities: both in the
 * current language. Those in no part come first.
 */
export function zoneGroups(): readonly ZoneGroup[] {
  const known = groups.get(spoken()) ?? grouped()
  groups.set(spoken(), known)
  return known
}

function grouped(): ZoneGroup[] {
  const cityOf = citiesOf(spoken())
  const compare = byName()
  const byLabel = (one: { label: string }, other: { label: string }) => compare(one.label, other.label)
  const { '': everywhere = [], ...areas } = Object.groupBy(ZONES, areaOf)
  const group = (label: string, zones: readonly string[]) => ({
    label,
    choices: zones.map((value) => ({ value, label: cityOf(value) })).toSorted(byLabel),
  })
  const parts = Object.entries(areas).map(([area, zones = []]) => group(labelOf(area), zones))
  return [group(t('form.zone_everywhere'), everywhere), ...parts.toSorted(byLabel)]
}

function areaOf(zone: string): string {
  return zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : ''
}

function labelOf(area: string): string {
  const key = AREAS[area]
  return key === undefined ? area : t(key)
}
