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

test('people with the same name are distinguished by as much of their addresses as needed', () => {
  expect([...shownNames(people, true).values()]).toEqual([
    'Ben (be…)',
    'ＢＥＮ (ca…)',
    'Unnamed person (cleo…)',
    'Unnamed person (clea…)',
    'Unnamed person (da…)',
    'Ada',
  ])
})

test('readers without permission see no address but the number of each person, and a unique name none', () => {
  const plain = [...shownNames(people, false).values()]
  expect(plain).toEqual([
    'Ben (#1)',
    'ＢＥＮ (#2)',
    'Unnamed person (#3)',
    'Unnamed person (#4)',
    'Unnamed person (#5)',
    'Ada',
  ])
  expect([...shownNames(people.slice(2, 3), true).values()]).toEqual(['Unnamed person'])
})

test('lists for people who manage them have the whole address in place of a missing name', () => {
  expect([...listedNames(people, true).values()]).toEqual([
    'Ben (be…)',
    'ＢＥＮ (ca…)',
    'Cleo@mill.example',
    'clea@mill.example',
    'dai@mill.example',
    'Ada',
  ])
  expect(listedNames(people, false)).toEqual(shownNames(people, false))
})

test('a person who is listed twice is one person', () => {
  expect([...shownNames([people[0]!, people[0]!], true)]).toEqual([[1, 'Ben']])
})

test('names that differ only in invisible characters, or imitate the added letters, are distinguished too', () => {
  const posing = ['Ada', 'Ad\u034fa', 'Ada\u200c (gu…)', 'Unnamed person (cl…)'].map((name, place) => ({
    id: 10 + place,
    name,
    email: `${'abcd'[place]}@mill.example`,
  }))
  expect([...shownNames(posing, true).values()]).toEqual([
    'Ada (a@…)',
    'Ad\u034fa (b@…)',
    'Ada\u200c (gu…) (c@…)',
    'Unnamed person (cl…) (d@…)',
  ])
  const numbered = ['Ada', 'Ada （＃10）', 'Unnamed person'].map((name, place) => ({
    id: 20 + place,
    name,
    email: null,
  }))
  expect([...shownNames(numbered, false).values()]).toEqual([
    'Ada (#20)',
    'Ada （＃10） (#21)',
    'Unnamed person (#22)',
  ])
})
