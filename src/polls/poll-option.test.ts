import { expect, test } from 'vitest'
import { checkAdded, checkMeanings, checkOptions, newOptions } from './poll-option.ts'

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

test.each(['Accept', 'ACCEPT', 'Participo', '参加', ' Accept '])(
  '%j is refused beside the answer that is stored as “accept”',
  (text) => {
    const twice = [{ field: 'options', code: 'option_twice' }]
    expect(checkOptions('count', ['accept', text], false)).toMatchObject(twice)
    expect(checkOptions('count', [text, 'accept'], false)).toMatchObject(twice)
    const exists = [{ field: 'options', code: 'option_exists', params: { text } }]
    expect(checkAdded('count', ['accept', 'decline'], [text])).toMatchObject(exists)
    expect(checkAdded('count', [text, 'Maybe'], ['accept'])).toMatchObject([{ code: 'option_exists' }])
    expect(checkAdded('count', ['decline'], ['accept', text])).toMatchObject(twice)
  },
)

test('a text is an option of its own where no answer reads so, and in polls of another type', () => {
  expect(checkOptions('count', ['Accept', 'Participo', 'Decline'], false)).toEqual([])
  expect(checkAdded('count', ['decline', 'Maybe'], ['Accept'])).toEqual([])
  expect(checkAdded('poll', ['accept'], ['Accept'])).toEqual([])
})

test('each name and each description that is too long is reported with its option', () => {
  const name = 'x'.repeat(251)
  const text = `${'x'.repeat(80)}…`
  expect(checkOptions('poll', ['Oak', name, name.slice(1)], false)).toEqual([
    { field: 'options', code: 'too_long_option', params: { text, most: 250 } },
  ])
  expect(checkAdded('poll', ['Oak'], [name])).toMatchObject([{ code: 'too_long_option', params: { text } }])
  const options = newOptions('poll', ['Oak', 'Elm', 'Ash'])
  const long = (text: string) => ({
    field: 'option_meanings',
    code: 'too_long_meaning',
    params: { text, most: 500 },
  })
  const meaning = 'x'.repeat(501)
  expect(checkMeanings([meaning, '', meaning], options)).toEqual([long('Oak'), long('Ash')])
  expect(checkMeanings(new Map([[2, meaning]]), options)).toEqual([long('Elm')])
  // As they are stored: on one line break each, without the space around them.
  expect(checkMeanings([` ${'x\r\n'.repeat(249)}xx `], options)).toEqual([])
})
