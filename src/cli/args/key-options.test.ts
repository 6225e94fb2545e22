import { expect, test } from 'vitest'
import { readMoment } from './key-options.ts'

test.each([
  ['2027-03-31', '2027-03-31T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2027-03-31T18:00', '2027-03-31T18:00:00.000Z'],
  ['2027-03-31 18:00:05', '2027-03-31T18:00:05.000Z'],
  ['2027-03-31t18:00:05.25z', '2027-03-31T18:00:05.250Z'],
  ['2027-03-31T18:00+02:00', '2027-03-31T16:00:00.000Z'],
])('%s is an instant', (text, instant) => {
  expect(readMoment(text)?.toISOString()).toBe(instant)
})

test.each([
  '',
  'soon',
  '2027',
  '2027-02-29',
  '2027-13-01',
  '2027-03-31T25:00',
  '2027-03-31T18',
  '31.03.2027',
  '1',
  '9999-12-31T23:59:00-05:00',
])('"%s" is none', (text) => {
  expect(readMoment(text)).toBeNull()
})
