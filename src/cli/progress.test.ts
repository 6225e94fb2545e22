import { expect, test } from 'vitest'
import { progressLine } from './progress.ts'

test('before anything is done, no bar and no time are shown', () => {
  expect(progressLine('Writing', { progress: 0, eta: '0' }, 80)).toBe('Writing …')
})

test('the time left is shown once it is known, and until the end', () => {
  const timeOf = (progress: number, eta: number | string) =>
    progressLine('Writing', { progress, eta }, 45).replace(/[█░]/g, '')
  expect(timeOf(0.25, 'NULL')).toBe('Writing  25 %')
  expect(timeOf(0.25, 'INF')).toBe('Writing  25 %')
  expect(timeOf(0.25, 9)).toBe('Writing  25 % · 9 s left')
  expect(timeOf(0.25, 125)).toBe('Writing  25 % · 2 min 5 s left')
  expect(timeOf(0.25, 7_380)).toBe('Writing  25 % · 2 h 3 min left')
  expect(timeOf(0.04, 1_017)).toBe('Writing  4 %')
  expect(timeOf(1, 0)).toBe('Writing  100 %')
})

test.each([200, 80, 50, 40])('the line fits into %i columns', (columns) => {
  const line = progressLine('Writing', { progress: 0.5, eta: 3_599 }, columns)
  expect(line).toMatch(/^Writing █+░+ 50 % · 59 min 59 s left$/)
  expect(line.length).toBeLessThan(columns)
})
