import { expect, test } from 'vitest'
import { shownNames } from '../../users/shown-names.ts'
import { namedInFull, sharedNamesIn } from './named-in-full.ts'

const people = withShown([
  { id: 1, name: 'Ada Lund', username: null },
  { id: 2, name: 'Ada', username: null },
  { id: 3, name: 'Zoë Ash', username: 'zoe-ash' },
  { id: 4, name: 'Sam Oak', username: null },
  { id: 5, name: 'Sam Oak', username: null },
  { id: 6, name: '田中', username: null },
])

function withShown(all: { id: number; name: string; username: string | null }[]) {
  const shown = shownNames(all)
  return all.map((one) => ({ ...one, shown: shown.get(one.id) ?? '' }))
}

test.each<[string, number[]]>([
  ['Dear @Ada Lund have a look', [1]],
  ['@ada lund, @Zoe\u0308 Ash: yes', [1, 3]],
  ['@Ada: yes, and @Ada Lund.', [2, 1]],
  ['@Adam, or mail to me@Ada.example', []],
  ['@Ada Lundgren', [2]],
  ['two of them: @Sam Oak', []],
  ['one of them: @Sam Oak (#5), and @sam oak (#4).', [5, 4]],
  ['(@田中)', [6]],
  ['@Ada Lund @Ada Lund', [1]],
  ['nobody', []],
])('%s', (body, ids) => {
  expect(namedInFull(body, people)).toEqual(ids)
})

test('a text of nothing but marks takes no longer than others', () => {
  expect(namedInFull('@ '.repeat(50_000), people)).toEqual([])
})

test('a name that several people have is told, unless a number follows', () => {
  const shared = (body: string) => sharedNamesIn(body, people).map((those) => those.map(({ id }) => id))
  expect(shared('@Sam Oak, @Ada and @Sam Oak')).toEqual([[4, 5]])
  expect(shared('@Sam Oak (#5)')).toEqual([])
})
