import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import type { Language } from '../../locales/languages.ts'
import { inLanguage } from '../../locales/say.ts'
import { AtTime, Day, fromNow, Time } from './date-part.tsx'
import { When } from './when-part.tsx'

const NOW = new Date('2026-11-21T12:00:00Z')
const ON = { now: NOW, zone: 'UTC' }

test.each([
  ['2026-11-21T12:00:30Z', 'in less than a minute'],
  ['2026-11-21T12:01:29Z', 'in 1 minute'],
  ['2026-11-21T12:59:40Z', 'in 1 hour'],
  ['2026-11-21T10:10:00Z', '2 hours ago'],
  ['2026-11-23T11:00:00Z', 'in 47 hours'],
  ['2026-11-23T11:40:00Z', 'in 2 days'],
  ['2026-11-28T23:50:00Z', 'in 7 days'],
  ['2026-11-14T00:10:00Z', '7 days ago'],
  ['2026-11-27T23:00:00Z', 'in 6 days'],
  ['2026-11-25T12:00:00Z', 'in 4 days'],
  ['2027-12-21T12:00:00Z', 'in 395 days'],
  ['2028-11-21T12:00:00Z', 'in 2 years'],
  ['2023-11-01T12:00:00Z', '3 years ago'],
  ['9999-01-01T00:00:00Z', 'in 7,972 years'],
])('%s is %s', (at, words) => {
  // A number and its unit are not separated.
  expect(fromNow(new Date(at), ON)).toBe(words.replace(/(?<=\d) /, '\u00a0'))
})

test.each([
  ['2026-11-29T18:00:00Z', '2026-12-06T18:00:00Z', 'UTC', 'in 7 days'],
  ['2026-11-29T08:00:00Z', '2026-12-06T22:30:00Z', 'UTC', 'in 7 days'],
  ['2026-11-29T08:00:00Z', '2026-12-06T22:30:00Z', 'Asia/Tokyo', 'in 8 days'],
  ['2026-11-29T00:10:00Z', '2026-11-30T23:50:00Z', 'UTC', 'in 48 hours'],
  ['2026-10-23T12:00:00Z', '2026-10-26T12:00:00Z', 'Europe/Berlin', 'in 3 days'],
])('at %s, %s in %s is %s: days are counted by the calendar', (now, at, zone, words) => {
  expect(fromNow(new Date(at), { now: new Date(now), zone }).replace('\u00a0', ' ')).toBe(words)
})

test('in Arabic a number stays beside its unit', () => {
  expect(inLanguage('ar', () => fromNow(new Date('2026-11-27T12:00:00Z'), ON))).toBe('خلال 6\u00a0أيام')
})

test('in Japanese no spaces stand in a distance', () => {
  const words = (at: string) => inLanguage('ja', () => fromNow(new Date(at), ON))
  expect([words('2026-11-23T11:00:00Z'), words('2026-11-18T12:00:00Z')]).toEqual(['47時間後', '3日前'])
})

test.each<[Language, string, string]>([
  ['en', '01:00', 'at 01:00 UTC'],
  ['es', '01:00', 'a la 1:00 UTC'],
  ['es', '02:00', 'a las 2:00 UTC'],
  ['es', '13:00', 'a las 13:00 UTC'],
  ['it', '01:30', 'alle ore 01:30 UTC'],
  ['it', '11:30', 'alle 11:30 UTC'],
  ['pt-BR', '01:15', 'à 01:15 UTC'],
  ['pt-BR', '10:15', 'às 10:15 UTC'],
  ['fr', '01:00', 'à 01:00 UTC'],
  ['uk', '11:00', 'об 11:00 UTC'],
  ['uk', '01:00', 'о 01:00 UTC'],
])('in %s the words before %s fit its hour', (language, clock, words) => {
  const at = new Date(`2026-11-21T${clock}:00Z`)
  const html = inLanguage(language, () => renderToString(AtTime({ at, now: NOW, zone: 'UTC' })))
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(words)
})

test.each<[Language, string]>([
  ['en', 'Thursday 3_December 2026'],
  ['de', 'Donnerstag, 3._Dezember 2026'],
  ['pt-BR', 'quinta-feira, 3_de_dezembro de 2026'],
])('in %s the day of a date stays on the line of its month wherever a time is written', (language, day) => {
  const at = new Date('2026-12-03T18:00:00Z')
  const shown = () => [
    Time({ at, zone: 'UTC' }),
    AtTime({ at, now: NOW, zone: 'UTC' }),
    Day({ at, zone: 'UTC' }),
    When({ at, on: { now: NOW, zone: 'UTC' }, href: '/' }),
  ]
  const pages = inLanguage(language, () => shown().map((part) => renderToString(part)))
  for (const page of pages) expect(page.replaceAll('\u00a0', '_')).toContain(day)
})

test.each<[Language, string]>([
  ['en', 'Thursday 3 December 2026, 19:00 (Germany Time)'],
  ['ja', '2026年12月3日（木）19:00（ドイツ時間）'],
])('in %s the whole time in the zone of its reader is shown, or said on hover', (language, whole) => {
  const [at, zone] = [new Date('2026-12-03T18:00:00Z'), 'Europe/Berlin']
  const pages = inLanguage(language, () =>
    [Day({ at, zone }), AtTime({ at, now: at, zone }), Time({ at, zone })].map((part) =>
      renderToString(part),
    ),
  )
  for (const page of pages) expect(page).toContain('datetime="2026-12-03T18:00:00.000Z"')
  const shown = pages.pop()
  expect(shown?.replaceAll('\u2060', '').replaceAll('\u00a0', ' ')).toContain(`>${whole}<`)
  expect(shown).not.toContain('title')
  for (const page of pages) expect(page).toContain(`title="${whole}"`)
})
