import { expect, test } from 'vitest'
import { inLanguage } from '../../locales/say.ts'
import { fromNow } from './date-part.tsx'

const NOW = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T12:00:30Z', 'in less than a minute'],
  ['2026-11-23T11:00:00Z', 'in 47 hours'],
  ['2026-11-25T12:00:00Z', 'in 4 days'],
  ['2027-12-21T12:00:00Z', 'in 395 days'],
  ['2028-11-21T12:00:00Z', 'in 2 years'],
  ['2023-11-01T12:00:00Z', '3 years ago'],
  ['9999-01-01T00:00:00Z', 'in 7,972 years'],
])('%s is %s', (at, words) => {
  expect(fromNow(new Date(at), NOW)).toBe(words)
})

test('in Japanese no spaces stand in a distance', () => {
  const words = (at: string) => inLanguage('ja', () => fromNow(new Date(at), NOW))
  expect([words('2026-11-23T11:00:00Z'), words('2026-11-18T12:00:00Z')]).toEqual(['47時間後', '3日前'])
})
