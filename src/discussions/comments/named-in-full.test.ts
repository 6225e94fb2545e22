import { expect, test } from 'vitest'
import { namedInFull } from './named-in-full.ts'

const people = [
  { id: 1, name: 'Ada Lund', username: null },
  { id: 2, name: 'Ada', username: null },
  { id: 3, name: 'Zoë Ash', username: 'zoe-ash' },
  { id: 4, name: 'Sam Oak', username: null },
  { id: 5, name: 'Sam Oak', username: null },
  { id: 6, name: '田中', username: null },
]

test.each<[string, number[]]>([
  ['Dear @Ada Lund have a look', [1]],
  ['@ada lund, @Zoe\u0308 Ash: yes', [1, 3]],
  ['@Ada: yes, and @Ada Lund.', [2, 1]],
  ['@Adam, or mail to me@Ada.example', []],
  ['@Ada Lundgren', [2]],
  ['two of them: @Sam Oak', []],
  ['(@田中)', [6]],
  ['@Ada Lund @Ada Lund', [1]],
  ['nobody', []],
])('%s', (body, ids) => {
  expect(namedInFull(body, people)).toEqual(ids)
})

test('a text of nothing but marks takes no longer than others', () => {
  expect(namedInFull('@ '.repeat(50_000), people)).toEqual([])
})
