import { describe, expect, test } from 'vitest'
import type { Language } from '../locales/languages.ts'
import { inLanguage } from '../locales/say.ts'
import { plainAmount, plainNumber, plainShare, plainWhole, writtenNumber } from './typed-number.ts'

describe('a typed number is read as meant', () => {
  test.each<[Language, string, string]>([
    ['en', '66', '66'],
    ['en', ' 66.67 ', '66.67'],
    ['en', '66,67', '66.67'],
    ['de', '66,67', '66.67'],
    ['de', '66.67', '66.67'],
    ['ar', '٦٦٫٦٧', '66.67'],
    ['ar', '٦٦،٦٧', '66.67'],
    ['ar', '\u200f٥٠', '50'],
    ['ar', '۶۶', '66'],
    ['ar', '١٬٠٠٠', '1000'],
    ['ja', '６６．６７', '66.67'],
    ['ja', '１２３４', '1234'],
    ['en', '1,000', '1000'],
    ['en', '1.000', '1.000'],
    ['de', '1.000', '1000'],
    ['de', '0.500', '0.500'],
    ['de', '1.234.567,5', '1234567.5'],
    ['fr', '1\u202f000', '1000'],
    ['uk', '12 000', '12000'],
    ['de', '1’000', '1000'],
    ['en', '\u22125', '-5'],
  ])('in %s, %s is %s', (language, typed, plain) => {
    expect(inLanguage(language, () => plainNumber(typed))).toBe(plain)
  })

  test.each(['', 'many', '1,2,3', '12 34', '1.000.00', '5 %', '⁇', '1e3', '--1'])(
    'what is not a number stays as typed: %s',
    (typed) => {
      expect(plainNumber(typed)).toBe(typed)
    },
  )
})

describe('a typed amount of money is read as meant', () => {
  test.each<[Language, string, string]>([
    ['de', '10.000 €', '10000'],
    ['de', '€ 10.000', '10000'],
    ['de', '3.500', '3500'],
    ['de', 'CHF 10’000', '10000'],
    ['de', "10'000", '10000'],
    ['en', '€10,000', '10000'],
    ['en', '$ 1,234,567', '1234567'],
    ['fr', '10\u202f000\u00a0€', '10000'],
    ['fr', '3.500 EUR', '3500'],
    ['pl', '10 000 zł', '10000'],
    ['pt-BR', 'R$ 1.500', '1500'],
    ['uk', '500 грн.', '500'],
    ['ja', '￥１０，０００', '10000'],
    ['ja', '500円', '500'],
  ])('in %s, %s is %s', (language, typed, plain) => {
    expect(inLanguage(language, () => plainAmount(typed))).toBe(plain)
  })

  test.each<[Language, string]>([
    ['en', '3.500'],
    ['en', '3.5'],
    ['de', '3,5'],
    ['de', '10,000'],
    ['de', '3 Äpfel'],
    ['en', '€'],
    ['en', '$5$ 6'],
  ])('in %s, %s is no whole number', (language, typed) => {
    expect(inLanguage(language, () => plainAmount(typed))).not.toMatch(/^\d+$/)
  })

  test('a currency is no part of other numbers', () => {
    expect(inLanguage('fr', () => ['1.000', '5 €'].map(plainWhole))).toEqual(['1000', '5 €'])
  })
})

test.each(['66 %', '66%', '٦٦٪', '６６％', '66'])('a share may be typed with its sign: %s', (typed) => {
  expect(plainShare(typed)).toBe('66')
})

test.each<[Language, string]>([
  ['en', '66.67'],
  ['de', '66,67'],
  ['uk', '66,67'],
  ['ja', '66.67'],
])('in %s a share is shown in its field as the language writes it', (language, written) => {
  expect(inLanguage(language, () => writtenNumber(66.67))).toBe(written)
  expect(inLanguage(language, () => writtenNumber(1234))).toBe('1234')
})

test('an endless text in a field of numbers is answered', () => {
  const blanks = `1${' '.repeat(200_000)}x`
  expect(plainShare(blanks)).toBe(blanks)
  expect(plainShare(`${blanks} % `)).toBe(blanks)
  expect(plainNumber(blanks)).toBe(blanks)
  expect(plainAmount(blanks)).toBe(blanks)
  expect(plainAmount(`€ ${blanks}`)).toBe(`€ ${blanks}`)
})
