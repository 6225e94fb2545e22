import { expect, test } from 'vitest'
import { fitted, instant, minute, shown, tableOf } from './print.ts'

test('columns are aligned by visible width, and lines end without spaces', () => {
  expect(
    tableOf([
      ['ID', 'NAME', 'KEY'],
      ['1', 'Zoë 🌾', 'a'],
      ['20', 'B', ''],
      ['3', '東京', 'c'],
    ]),
  ).toBe(['ID  NAME    KEY', '1   Zoë 🌾  a', '20  B', '3   東京    c'].join('\n'))
})

test('text from people cannot control the terminal or reverse its text', () => {
  expect(shown('a\u001b[31mb\u0007c\u202ed\n\te')).toBe('a\ufffd[31mb\ufffdc\ufffdd\n\te')
  expect(shown('to \u2068نورة\u2069')).toBe('to نورة')
  expect(tableOf([['one\ntwo\tthree', 'x']])).toBe('one two three  x')
})

test('instants are in UTC, in whole seconds', () => {
  expect(instant(new Date('2027-03-31T18:00:05.250Z'))).toBe('2027-03-31T18:00:05Z')
  expect(instant(null)).toBe('-')
})

test('lists show instants to the minute', () => {
  expect(minute(new Date('2027-03-31T18:00:05.250Z'))).toBe('2027-03-31 18:00Z')
  expect(minute(null)).toBe('-')
})

test('sentences wrap, items of a list align, and indented lines stay whole to be copied', () => {
  expect(
    fitted('Needs attention:\n- No service is running here.\n  npx folkmoot serve\n10. Ada is elected.', 18),
  ).toBe('Needs attention:\n- No service is\n  running here.\n  npx folkmoot serve\n10. Ada is\n    elected.')
})
