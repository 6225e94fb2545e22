import { expect, test } from 'vitest'
import { isBlank } from './blank.ts'

test.each(['', ' \t\n', '\u200b', '\u00a0\u2060', '\u3164', '\u2800', '\u202e\u200d'])(
  '%j shows nothing',
  (text) => {
    expect(isBlank(text)).toBe(true)
  },
)

test.each(['a', ' . ', '\u200bя', '木', '👩‍👩‍👧', '—'])('%j shows something', (text) => {
  expect(isBlank(text)).toBe(false)
})
