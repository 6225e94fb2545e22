import { expect, test } from 'vitest'
import { inLanguage, spoken, t } from './say.ts'

test('a language is spoken while something is written in it, and English after', () => {
  expect(inLanguage('en-XA', () => [spoken(), t('page.help')])).toEqual(['en-XA', 'Ĥééļp'])
  expect(spoken()).toBe('en')
  expect(() =>
    inLanguage('en-XA', () => {
      throw new Error('no page')
    }),
  ).toThrow('no page')
  expect(t('page.help')).toBe('Help')
})

test('what is not written at once cannot speak', () => {
  expect(() => inLanguage('en-XA', async () => t('page.help'))).toThrow('must not be async')
})
