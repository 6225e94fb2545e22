import { describe, expect, test } from 'vitest'
import type { Language } from '../locales/languages.ts'
import { inLanguage } from '../locales/say.ts'
import { plainNumber, plainShare, writtenNumber } from './typed-number.ts'

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
})
