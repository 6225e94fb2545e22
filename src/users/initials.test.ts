import { expect, test } from 'vitest'
import { initials } from './user.ts'

test.each([
  ['Ann Lee', 'AL'],
  ['ann', 'A'],
  ['Ann Maria de la Cruz', 'AC'],
  ['佐藤 健', '佐健'],
  // Two Arabic letters without a space are a word.
  ['فاطمة الزهراء', 'ف ز'],
  ['أحمد عبد الرحمن', 'أ ع'],
  ['عبد الرحمن', 'ع ر'],
  ['عمر', 'ع'],
  ['آل', 'آ'],
  ['Gus Far (guest)', 'GF'],
  ['佐藤 健（ゲスト）', '佐健'],
  ['(guest)', '('],
  ['', '?'],
  [null, '?'],
])('the initials of %j are %j', (name, letters) => {
  expect(initials({ name })).toBe(letters)
})
