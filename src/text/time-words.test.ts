import { expect, test } from 'vitest'
import { dayWords, timeWords } from './time-words.ts'

const AT = new Date('2026-11-27T23:30:00Z')

test('an instant is shown in the reader’s zone, with its name', () => {
  expect(timeWords(AT, 'UTC')).toBe('Friday 27 November 2026, 23:30 UTC')
  expect(timeWords(AT, 'Europe/Berlin')).toBe('Saturday 28 November 2026, 00:30 (Europe/Berlin)')
  expect(dayWords(AT, 'Asia/Tokyo')).toBe('Saturday 28 November 2026')
})

test('a zone unknown to this machine becomes UTC', () => {
  expect(timeWords(AT, 'Middle/Earth')).toBe('Friday 27 November 2026, 23:30 UTC')
})
