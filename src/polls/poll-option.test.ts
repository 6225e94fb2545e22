import { expect, test } from 'vitest'
import { checkOptions } from './poll-option.ts'

test.each(['Yes ', 'Y\u200bes', 'Y\u200ces', 'Yes\u200d', '\u2060Yes', 'Yes\u202e', 'Y\u00ades', 'Yes\r\n'])(
  '%j is refused beside “Yes”: readers see one option twice',
  (twin) => {
    expect(checkOptions('poll', ['Yes', twin], false)).toMatchObject([{ code: 'option_twice' }])
  },
)

test('spaces and line breaks between words, and the two ways to write an accent, make no other option', () => {
  expect(checkOptions('poll', ['Oak tree', 'Oak\ntree'], false)).toMatchObject([{ code: 'option_twice' }])
  expect(checkOptions('poll', ['Café', 'Cafe\u0301'], false)).toMatchObject([{ code: 'option_twice' }])
})

test.each([
  ['yes', 'Yes'],
  ['m²', 'm2'],
  ['1/2', '½'],
  ['👩‍👩‍👧', '👩👩👧'],
  ['می‌خواهم', 'میخواهم'],
])('%j and %j are two options', (one, other) => {
  expect(checkOptions('poll', [one, other], false)).toEqual([])
})
