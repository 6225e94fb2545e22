import { expect, test } from 'vitest'
import { exactNumbers } from './exact-numbers.ts'
import { inLanguage } from './say.ts'

test.each([
  ['en', '1,234.00000', '0.123456789012345678'],
  ['de', '1.234,00000', '0,123456789012345678'],
  ['ar', '1,234.00000', '0.123456789012345678'],
] as const)(
  'in %s exact numbers have the marks of the language, and all their digits',
  (language, round, fine) => {
    inLanguage(language, () => {
      expect(exactNumbers(5)('1234.00000')).toBe(round)
      expect(exactNumbers(18)('0.123456789012345678')).toBe(fine)
    })
  },
)
