import { expect, test } from 'vitest'
import { listedNames, shownNames } from './shown-names.ts'

const people = [
  { id: 1, name: 'Ben', email: 'ben@mill.example' },
  { id: 2, name: 'ＢＥＮ', email: 'carter@mill.example' },
  { id: 3, name: null, email: 'Cleo@mill.example' },
  { id: 4, name: null, email: 'clea@mill.example' },
  { id: 5, name: null, email: 'dai@mill.example' },
  { id: 6, name: 'Ada', email: 'ada@mill.example' },
]

test('people with the same name are distinguished by their numbers, for every reader, and a unique name is not', () => {
  expect([...shownNames(people).values()]).toEqual([
    'Ben (#1)',
    'ＢＥＮ (#2)',
    'Unnamed person (#3)',
    'Unnamed person (#4)',
    'Unnamed person (#5)',
    'Ada',
  ])
  expect([...shownNames(people.slice(2, 3)).values()]).toEqual(['Unnamed person'])
})

test('lists for people who manage them have addresses in place of a missing name, and beside the numbers', () => {
  expect([...listedNames(people, true).values()]).toEqual([
    'Ben (#1, ben@mill.example)',
    'ＢＥＮ (#2, carter@mill.example)',
    'Cleo@mill.example',
    'clea@mill.example',
    'dai@mill.example',
    'Ada',
  ])
  expect(listedNames(people, false)).toEqual(shownNames(people))
})

test('a person who is listed twice is one person', () => {
  expect([...shownNames([people[0]!, people[0]!])]).toEqual([[1, 'Ben']])
})

test('names that differ only in invisible characters, or imitate the added marks, are distinguished too', () => {
  const posing = [
    'Ada',
    'Ad\u034fa',
    'Ada\u200c (gu…)',
    'Ada （＃10）',
    'Unnamed person (cl…)',
    'Unnamed person',
  ]
  const shown = shownNames(posing.map((name, place) => ({ id: 10 + place, name })))
  expect([...shown.values()]).toEqual(posing.map((name, place) => `${name} (#${10 + place})`))
})
