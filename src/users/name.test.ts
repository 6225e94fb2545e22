import { describe, expect, test } from 'vitest'
import { checkName, hasSurname, readName } from './name.ts'

describe('a name is kept', () => {
  test.each([
    ['without space around it, and one space between words', '  Ben \t\n Carter ', 'Ben Carter'],
    ['without control characters', 'B\u0007e\u001bn', 'Ben'],
    [
      'without characters that turn the direction of text',
      '\u202eneB\u202c \u2066Carter\u2069',
      'neB Carter',
    ],
    ['without characters of no width', 'Be\u200bn\ufeff', 'Ben'],
    ['with joiners, which some scripts need', 'نیم\u200cفاصله', 'نیم\u200cفاصله'],
    ['with accents and pictures', 'Zoë 👩‍🌾', 'Zoë 👩‍🌾'],
  ])('%s', (_, typed, kept) => {
    expect(readName(typed)).toBe(kept)
  })
})

test.each(['', ' \t ', '\u0000\u0007', '\u200b\u200d', '\u3164', '\u2800', '\u202e'])(
  'a text without visible characters (%j) is no name',
  (typed) => {
    expect(readName(typed)).toBeNull()
  },
)

test.each([
  'ben@mill.example',
  'Ben ben@mill.example',
  'ben＠mill.example',
  'Ben <ben@mill.example>',
  'ben @mill.example',
  'ben@mill。example',
])('an address (%s) is not accepted as a name', (name) => {
  expect(checkName(name)).toEqual([{ field: 'name', code: 'address_as_name', params: {} }])
})

test.each(['Ben', 'Ben @ the mill', 'Ben @ St. John', '@ben', 'Ben@work', null])(
  '%s is accepted as a name',
  (name) => {
    expect(checkName(name)).toEqual([])
  },
)

test('a name of 100 000 characters is rejected with only the limit, and quickly', () => {
  expect(checkName('a@b.'.repeat(25_000))).toEqual([
    { field: 'name', code: 'too_long', params: { most: 150 } },
  ])
})

test.each([
  ['Ben Carter', true],
  ['Ben', false],
  ['Ben (7)', false],
  ['李小明', true],
  ['小明', false],
  ['山田 花子', true],
])('whether %s has a surname: %s', (name, has) => {
  expect(hasSurname(name)).toBe(has)
})
