import { expect, test } from 'vitest'
import type { Language } from './languages.ts'
import { inLanguage, joined, onPage, sentences, speak, spoken, t } from './say.ts'

test('a language applies within its block, and English after it', () => {
  expect(inLanguage('en-XA', () => [spoken(), t('page.help')])).toEqual(['en-XA', 'Ĥééļp'])
  expect(spoken()).toBe('en')
  expect(() =>
    inLanguage('en-XA', () => {
      throw new Error('no page')
    }),
  ).toThrow('no page')
  expect(t('page.help')).toBe('Help')
})

test('a language stays after an await, for each concurrent block its own', async () => {
  const heard = (language: Language, wait: number) =>
    inLanguage(language, async () => {
      await new Promise((resolve) => setTimeout(resolve, wait))
      return t('page.help')
    })
  expect(await Promise.all([heard('en-XA', 2), heard('en', 1), heard('en-XA', 0)])).toEqual([
    'Ĥééļp',
    'Help',
    'Ĥééļp',
  ])
})

test('a language switch applies from there on', async () => {
  const said = await inLanguage('en', async () => {
    const before = t('page.help')
    speak('en-XA')
    return [before, await Promise.resolve().then(() => t('page.help'))]
  })
  expect(said).toEqual(['Help', 'Ĥééļp'])
  expect(spoken()).toBe('en')
})

test.each([
  ['en', 'a, b, c', 'a, b and c'],
  ['de', 'a, b, c', 'a, b und c'],
  ['ar', 'a، b، c', 'a وb وc'],
  ['ja', 'a、b、c', 'a、b、c'],
  ['zh-Hans', 'a、b、c', 'a、b和c'],
] as const)(
  'in %s, lists have their marks, and people an "and" before the last',
  (language, list, people) => {
    const words = ['a', 'b', 'c']
    inLanguage(language, () => {
      expect([joined(words), joined(['a']), joined([])]).toEqual([list, 'a', ''])
      expect(t('problem.not_one_of', { list: words })).toContain(list)
      expect(t('count.so_far', { names: words }).replaceAll(/[\u2068\u2069]/g, '')).toContain(people)
    })
  },
)

test.each<[Language, string]>([
  ['en', 'One. Two.'],
  ['ja', 'One.Two.'],
])('in %s sentences follow each other as usual there, and empty ones leave no gap', (language, said) => {
  expect(inLanguage(language, () => sentences(['', 'One.', '', 'Two.', '']))).toBe(said)
})

test.each<[Language, string]>([
  ['en', '10,000'],
  ['de', '10.000'],
  ['fr', '10\u202f000'],
])(
  'pages in %s group the numbers of problems as their readers do, and programs get them plain',
  (language, number) => {
    const told = () => t('problem.out_of_range', { least: 1, most: 10_000 })
    expect(onPage(language, told)).toContain(number)
    expect(inLanguage(language, told)).toContain('10000')
    const counted = () => t('problem.more', { count: 12_345 })
    expect(onPage('en', counted)).toBe('have 12,345 more problems')
    expect(inLanguage('en', counted)).toBe('have 12345 more problems')
  },
)
