import { expect, test } from 'vitest'
import type { Language } from '../../locales/languages.ts'
import { inLanguage } from '../../locales/say.ts'
import { dayWords, withWholeDates } from '../../text/time-words.ts'
import { written } from './calendar-words.ts'

test.each<[Language, first: string, third: string]>([
  ['en', 'Tuesday 1_December 2026', 'Thursday 3_December 2026'],
  ['de', 'Dienstag, 1._Dezember 2026', 'Donnerstag, 3._Dezember 2026'],
  ['fr', 'mardi 1er_décembre 2026', 'jeudi 3_décembre 2026'],
  ['es', 'martes, 1_de_diciembre de 2026', 'jueves, 3_de_diciembre de 2026'],
  ['it', 'martedì 1_dicembre 2026', 'giovedì 3_dicembre 2026'],
  ['nl', 'dinsdag 1_december 2026', 'donderdag 3_december 2026'],
  ['pl', 'wtorek, 1_grudnia 2026', 'czwartek, 3_grudnia 2026'],
  ['pt-BR', 'terça-feira, 1º_de_dezembro de 2026', 'quinta-feira, 3_de_dezembro de 2026'],
  ['uk', 'вівторок, 1_грудня 2026_р.', 'четвер, 3_грудня 2026_р.'],
  ['ar', 'الثلاثاء، 1_ديسمبر 2026', 'الخميس، 3_ديسمبر 2026'],
  ['ja', '2026_年_12_月_1_日_（火）', '2026_年_12_月_3_日_（木）'],
  ['zh-Hans', '2026_年_12_月_1_日星期二', '2026_年_12_月_3_日星期四'],
])('in %s the day of a date stays on the line of its month', (language, first, third) => {
  const day = (date: string) =>
    inLanguage(language, () => withWholeDates(dayWords(new Date(date), 'UTC'))).replaceAll(
      /[\u00a0\u2060]/g,
      '_',
    )
  expect([day('2026-12-01'), day('2026-12-03')]).toEqual([first, third])
  expect(inLanguage(language, () => written('short_day', '2026-12-03'))).not.toContain(' ')
})
