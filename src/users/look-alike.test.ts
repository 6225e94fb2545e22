import { expect, test } from 'vitest'
import { looksLike } from './look-alike.ts'

const like = looksLike(['Ada Byron', 'Ben', 'Łukasz', 'Maria Kern', '李明', ''])

test.each([
  ['ada  byron', 'Ada Byron'],
  ['Аdа Вуrоn', 'Ada Byron'],
  ['Adá Byron', 'Ada Byron'],
  ['A.d.a Byr0n', 'Ada Byron'],
  ['Ada\u200bByron', 'Ada Byron'],
  ['Lukasz', 'Łukasz'],
  ['Marla Kem', 'Maria Kern'],
  ['李明', '李明'],
])('%j can be taken for %j', (name, other) => {
  expect(like(name)).toBe(other)
})

test.each(['Ada', 'Byron', 'Bea', '李', '', '…'])('%j can be taken for nobody', (name) => {
  expect(like(name)).toBeNull()
})
