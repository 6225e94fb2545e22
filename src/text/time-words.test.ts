import { expect, test } from 'vitest'
import type { Language } from '../locales/languages.ts'
import { inLanguage } from '../locales/say.ts'
import { dayWords, timeWords, withWholeAmounts, zoneName } from './time-words.ts'

const AT = new Date('2026-11-27T23:30:00Z')

test('an instant is shown in the reader’s zone, with its name', () => {
  expect(timeWords(AT, 'UTC')).toBe('Friday 27 November 2026, 23:30 UTC')
  expect(timeWords(AT, 'Europe/Berlin')).toBe('Saturday 28 November 2026, 00:30 (Germany Time)')
  expect(dayWords(AT, 'Asia/Tokyo')).toBe('Saturday 28 November 2026')
})

test('a zone unknown to this machine becomes UTC', () => {
  expect(timeWords(AT, 'Middle/Earth')).toBe('Friday 27 November 2026, 23:30 UTC')
  expect(inLanguage('ja', () => timeWords(AT, 'Middle/Earth'))).toBe('2026年11月27日（金）23:30（UTC）')
})

test.each<[Language, string]>([
  ['de', 'Samstag, 28. November 2026, 00:30\u00a0Uhr (Mitteleuropäische Zeit)'],
  ['ja', '2026年11月28日（土）0:30（ドイツ時間）'],
  ['zh-Hans', '2026年11月28日星期六 00:30（德国时间）'],
  ['ar', 'السبت، 28 نوفمبر 2026، 12:30 ص (توقيت ألمانيا)'],
])('in %s an instant is written as usual there, and its clock stays on one line', (language, words) => {
  expect(inLanguage(language, () => timeWords(AT, 'Europe/Berlin'))).toBe(words)
})

test.each<[Language, string, string]>([
  ['fr', 'mardi 1er décembre 2026', 'mercredi 11 novembre 2026'],
  ['pt-BR', 'terça-feira, 1º de dezembro de 2026', 'quarta-feira, 11 de novembro de 2026'],
  ['es', 'martes, 1 de diciembre de 2026', 'miércoles, 11 de noviembre de 2026'],
  ['uk', 'вівторок, 1 грудня 2026\u00a0р.', 'середа, 11 листопада 2026\u00a0р.'],
])('in %s a day is written as usual there, also the first of a month', (language, first, eleventh) => {
  const day = (at: string) => inLanguage(language, () => dayWords(new Date(at), 'UTC'))
  expect([day('2026-12-01'), day('2026-11-11')]).toEqual([first, eleventh])
})

test.each<[Language, string, string]>([
  ['en', 'America/New_York', 'New York Time'],
  ['en', 'Africa/Cairo', 'Egypt Time'],
  ['en', 'Europe/London', 'UK Time'],
  ['en', 'Etc/GMT+5', 'GMT-5'],
  ['en', 'Etc/UTC', 'UTC'],
  ['ar', 'Africa/Cairo', 'توقيت مصر'],
  ['fr', 'Africa/Cairo', 'Égypte'],
  ['uk', 'Europe/Kyiv', 'Україна'],
  ['es', 'Europe/Madrid', 'hora de Europa central'],
  ['de', 'America/New_York', 'New York'],
  ['pt-BR', 'America/Sao_Paulo', 'horário de Brasília'],
  ['pt-BR', 'Europe/Berlin', 'Alemanha'],
  ['it', 'Asia/Kolkata', 'India'],
  ['it', 'Europe/Rome', 'ora dell’Europa centrale'],
  ['ja', 'Asia/Tokyo', '日本標準時'],
])('in %s, %s is called %s', (language, zone, name) => {
  expect(inLanguage(language, () => zoneName(zone))).toBe(name)
})

test.each([
  ['賛成 2人、棄権 10人', '賛成 2_人、棄権 10_人'],
  ['2026年12月14日（月）9:00', '2026_年_12_月_14_日_（月）9:00'],
  ['3 people, 3月', '3 people, 3_月'],
  ['第2回（3票）', '第2_回（3_票）'],
])('no line ends between a number and its unit: %s', (words, held) => {
  expect(withWholeAmounts(words).replaceAll('\u2060', '_')).toBe(held)
})
