import { describe, expect, test } from 'vitest'
import type { Language } from '../../locales/languages.ts'
import { inLanguage } from '../../locales/say.ts'
import { changesTags, checkTags, inTagOrder, joinTags, readTags, splitTags } from './tag.ts'

const tags = (...names: string[]) => names.map((name, place) => ({ id: place + 1, name }))

describe('names that a person types', () => {
  test.each([
    ['Budget, Garden', ['Budget', 'Garden']],
    [' budget ,, Garden tools ,', ['budget', 'Garden tools']],
    ['予算、庭，集会', ['予算', '庭', '集会']],
    ['ميزانية، حديقة', ['ميزانية', 'حديقة']],
    ['Budget\r\nGarden', ['Budget', 'Garden']],
    [' , ', []],
    ['', []],
  ])('are separated by commas: %j', (text, names) => {
    expect(readTags(splitTags(text))).toEqual(names)
  })

  test('are each one tag regardless of case and of letters that are the same, in their first spelling', () => {
    expect(readTags(['Budget', 'BUDGET', 'ﬁre', 'Fire', 'É', 'e\u0301'])).toEqual(['Budget', 'ﬁre', 'É'])
  })

  test('lose characters that nobody sees, and line breaks', () => {
    expect(readTags(['a\u202eb', 'two\nlines', '\u200b', ' a  b '])).toEqual(['ab', 'two lines', 'a b'])
  })

  test('with half characters are one where they are stored alike', () => {
    expect(readTags(['\ud83d', '\ud83e'])).toEqual(['\ufffd'])
  })

  test('come back as the text that makes them', () => {
    const names = ['Budget', 'Garden tools']
    expect(splitTags(joinTags(tags(...names))).map((name) => name.trim())).toEqual(names)
  })
})

describe('the tags of a thread or poll', () => {
  const found = (names: string[]) => checkTags(names).map(({ field, code }) => [field, code])
  const many = Array.from({ length: 11 }, (_, place) => `Tag ${place}`)

  test('are at most ten, each with at most forty characters and without a comma', () => {
    expect(found(many.slice(1))).toEqual([])
    expect(found(['𝒂'.repeat(40)])).toEqual([])
    expect(found([...many, 'a'.repeat(41), 'a,b'])).toEqual([
      ['tags', 'too_many'],
      ['tags', 'too_long_option'],
      ['tags', 'comma_in_tag'],
    ])
  })

  test('count once, however often a name is given', () => {
    expect(found([...many.slice(1), 'TAG 1', 'tag 2'])).toEqual([])
  })

  test('stay the same with names in other case or order', () => {
    expect(changesTags(tags('A', 'b'), ['B', 'a'])).toBe(false)
    expect(changesTags(tags('A', 'b'), ['a'])).toBe(true)
    expect(changesTags(tags('A'), ['a', 'b'])).toBe(true)
    expect(changesTags(tags('A', 'b'), ['A', 'c'])).toBe(true)
    expect(changesTags([], [])).toBe(false)
  })

  test('are joined with the commas of the language, which are read again', () => {
    const written = (language: Language) => inLanguage(language, () => joinTags(tags('a', 'b', 'c')))
    expect([written('de'), written('ar'), written('ja')]).toEqual(['a, b, c', 'a، b، c', 'a、b、c'])
    expect(joinTags([])).toBe('')
    for (const language of ['ar', 'ja', 'zh-Hans'] as const)
      expect(readTags(splitTags(written(language)))).toEqual(['a', 'b', 'c'])
  })

  test('are ordered by name', () => {
    expect(inTagOrder(tags('Zoo', 'äther', 'apple', 'Tag 10', 'Tag 9')).map(({ name }) => name)).toEqual([
      'apple',
      'äther',
      'Tag 9',
      'Tag 10',
      'Zoo',
    ])
  })
})
