import { expect, test } from 'vitest'
import { excerpt, plainLine } from './excerpt.ts'

test.each([
  ['3 July.\n\n- Ben books\n- Cleo asks', '3 July. · Ben books · Cleo asks'],
  ['- Ben\n  books\n- Cleo\n\nThat is all.', 'Ben books · Cleo · That is all.'],
  ['1. First\n2. Second', '1. First · 2. Second'],
  ['Two lines\nof *one* text', 'Two lines of one text'],
  ['- a\n  - b\n- c', 'a · b · c'],
  ['', ''],
])('a list on one line has points between its items: %j', (text, line) => {
  expect(plainLine(text, 'md')).toBe(line)
})

test('an excerpt ends with a mark', () => {
  expect(excerpt('- Ben\n- Cleo', 'md', 5)).toBe('Ben ·…')
})
