import { expect, test } from 'vitest'
import type { Language } from '../locales/languages.ts'
import { inLanguage } from '../locales/say.ts'
import { dayWords, timeWords, zoneName } from './time-words.ts'

const AT = new Date('2026-11-27T23:30:00Z')

test('an instant is shown in the reader’s zone, with its name', () => {
  expect(timeWords(AT, 'UTC')).toBe('Friday 27 November 2026, 23:30 UTC')
  expect(timeWords(AT, 'Europe/Berlin')).toBe('Saturday 28 November 2026, 00:30 (Germany Time)')
  expect(dayWords(AT, 'Asia/Tokyo')).toBe('Saturday 28 November 2026')
})

test('a zone unknown to this machine becomes UTC', () => {
  expect(timeWords(AT, 'Middle/Earth')).toBe('Friday 27 November 2026, 23:30 UTC')
})

test.each<[Language, string]>([
  ['de', 'Samstag, 28. November 2026, 00:30 (Mitteleuropäische Zeit)'],
  ['ja', '2026年11月28日土曜日 0:30 (ドイツ時間)'],
  ['ar', 'السبت، 28 نوفمبر 2026، 12:30 ص (توقيت ألمانيا)'],
])('in %s an instant is written as usual there, and its clock stays on one line', (language, words) => {
  expect(inLanguage(language, () => timeWords(AT, 'Europe/Berlin'))).toBe(words)
})

test.each<[Language, string, string]>([
  ['en', 'America/New_York', 'New York Time'],
  ['en', 'Africa/Cairo', 'Egypt Time'],
  ['en', 'Etc/GMT+5', 'GMT-5'],
  ['en', 'Etc/UTC', 'UTC'],
  ['ar', 'Africa/Cairo', 'توقيت مصر'],
  ['fr', 'Africa/Cairo', 'Égypte'],
  ['uk', 'Europe/Kyiv', 'Україна'],
  ['es', 'Europe/Madrid', 'hora de Europa central'],
  ['de', 'America/New_York', 'New York'],
  ['ja', 'Asia/Tokyo', '日本標準時'],
])('in %s, %s is called %s', (language, zone, name) => {
  expect(inLanguage(language, () => zoneName(zone))).toBe(name)
})
