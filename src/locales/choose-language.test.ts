import { expect, test } from 'vitest'
import { chooseLanguage } from './choose-language.ts'
import { nearestLanguage } from './languages.ts'

const read = (chosen: Partial<Parameters<typeof chooseLanguage>[0]>) =>
  chooseLanguage({ own: null, group: null, header: undefined, ...chosen })

test('a person’s own choice comes before their group’s, and that before the browser’s', () => {
  const header = 'en-XA'
  expect(read({ own: 'en', group: 'en-XA', header })).toBe('en')
  expect(read({ group: 'en', header })).toBe('en')
  expect(read({ header })).toBe('en-XA')
})

test('unsupported languages are skipped', () => {
  expect(read({ own: 'tlh', group: 'xx', header: 'tlh, en-XA;q=0.5, en;q=0.1' })).toBe('en-XA')
  expect(read({ header: 'tlh' })).toBe('en')
  expect(read({ header: ';;q=,*;q=0.1,,é' })).toBe('en')
  expect(read({ header: '' })).toBe('en')
})

test('a dialect gets the nearest language', () => {
  expect(nearestLanguage('en-US')).toBe('en')
  expect(nearestLanguage('EN')).toBe('en')
  expect(nearestLanguage('')).toBeNull()
})
