import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Cities, citiesIn } from '../../bin/make-cities.ts'
import { type Language, OFFERED } from '../locales/languages.ts'
import { inLanguage } from '../locales/say.ts'
import { ZONES, zoneGroups } from './zones.ts'

const groupsIn = (language: Language) => inLanguage(language, zoneGroups)
const choicesIn = (language: Language) => groupsIn(language).flatMap(({ choices }) => choices)
const labelIn = (language: Language, zone: string) =>
  choicesIn(language).find(({ value }) => value === storedName(zone))?.label

/** Zones that were renamed are listed under their former name. */
const storedName = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

test.each<[Language, string, string]>([
  ['en', 'Europe/Kyiv', 'Kyiv'],
  ['en', 'Asia/Kolkata', 'Kolkata'],
  ['en', 'America/Nuuk', 'Nuuk'],
  ['en', 'America/Argentina/Ushuaia', 'Ushuaia'],
  ['en', 'America/North_Dakota/Center', 'Center, North Dakota'],
  ['de', 'Europe/Vienna', 'Wien'],
  ['de', 'Atlantic/Reykjavik', 'Reykjavík'],
  ['fr', 'Europe/London', 'Londres'],
  ['es', 'America/New_York', 'Nueva York'],
  ['it', 'Europe/Rome', 'Roma'],
  ['nl', 'Europe/Paris', 'Parijs'],
  ['nl', 'America/New_York', 'New York'],
  ['pl', 'Europe/Warsaw', 'Warszawa'],
  ['pt-BR', 'Asia/Jerusalem', 'Jerusalém'],
  ['uk', 'Europe/Kyiv', 'Київ'],
  ['ar', 'Africa/Cairo', 'القاهرة'],
  ['ja', 'Europe/Berlin', 'ベルリン'],
  ['zh-Hans', 'America/Los_Angeles', '洛杉矶'],
  ['en-XA', 'Europe/Rome', 'Rome'],
])('the list of time zones in %s shows %s as %s', (language, zone, label) => {
  expect(labelIn(language, zone)).toBe(label)
})

test.each(OFFERED)('in %s, the list has every time zone once, each with a name of its own', (language) => {
  expect(
    choicesIn(language)
      .map(({ value }) => value)
      .sort(),
  ).toEqual(ZONES.toSorted())
  for (const { label, choices } of groupsIn(language)) {
    const names = choices.map((choice) => choice.label)
    expect([label, new Set(names).size, names.filter((name) => /[_/\u00ad]|^$/.test(name))]).toEqual([
      label,
      names.length,
      [],
    ])
  }
})

test.each<Language>(['ar', 'ja', 'uk', 'zh-Hans'])(
  'in %s, no city or part of the world is in Latin letters',
  (language) => {
    const labels = groupsIn(language).flatMap(({ label, choices }) => [
      label,
      ...choices.map((one) => one.label),
    ])
    expect(labels.filter((label) => /\p{Script=Latin}/u.test(label))).toEqual(['UTC'])
  },
)

test.each(OFFERED)(
  'in %s, parts of the world and their cities are in the order of their names',
  (language) => {
    const { compare } = new Intl.Collator(language)
    const [everywhere, ...parts] = groupsIn(language)
    expect(everywhere?.choices).toEqual([{ value: 'UTC', label: 'UTC' }])
    for (const labels of [parts, ...parts.map(({ choices }) => choices)].map((list) =>
      list.map((one) => one.label),
    ))
      expect(labels).toEqual(labels.toSorted(compare))
  },
)

test('every language has its file of cities (npm run cities)', () => {
  const files = readdirSync(new URL('../locales/cities/', import.meta.url)).filter((name) =>
    name.endsWith('.json'),
  )
  expect(files.sort()).toEqual(OFFERED.map((language) => `${language}.json`).sort())
})

test('a file of cities leaves out those with the English name, and has the last part of a zone where CLDR has nothing', () => {
  const english: Cities = { 'Asia/Calcutta': 'Kolkata', 'Pacific/Easter': 'Easter Island' }
  const otherwise = (zone: string) => english[zone] ?? zone
  const tree = {
    Asia: { Calcutta: { exemplarCity: 'Kolkata' } },
    America: { Argentina: { Ushuaia: { exemplarCity: 'Ushu\u00adaia' } } },
  }
  const cities = citiesIn(tree, otherwise)
  expect(cities['Asia/Calcutta']).toBeUndefined()
  expect(cities['America/Argentina/Ushuaia']).toBe('Ushuaia')
  expect(cities['Pacific/Easter']).toBe('Easter')
  expect(cities['America/New_York']).toBe('New York')
})
