import { expect, test } from 'vitest'
import { byName, inAlphabet } from './alphabet.ts'
import type { Language } from './languages.ts'
import { inLanguage } from './say.ts'

test.each<[Language, string[]]>([
  ['de', ['Änne', 'Anton', 'Zoë']],
  ['pl', ['Celina', 'Ćwiek', 'Lena', 'Łucja', 'Maja']],
  ['es', ['Nuria', 'Ñuflo', 'Olga']],
  ['uk', ['Ганна', 'Ґоран', 'Єва', 'Яна']],
  ['zh-Hans', ['白', '李', '王', '张']],
])('names are sorted as %s has it', (language, names) => {
  expect(inLanguage(language, () => names.toReversed().sort(byName()))).toEqual(names)
})

test('people without a name come last, in the order they came in', () => {
  const people = [
    { name: null, id: 1 },
    { name: 'b', id: 2 },
    { name: null, id: 3 },
    { name: 'A', id: 4 },
  ]
  const sorted = inAlphabet(people, ({ name }) => name)
  expect(sorted.map(({ id }) => id)).toEqual([4, 2, 1, 3])
})
