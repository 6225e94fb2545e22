import { expect, test } from 'vitest'
import { recent } from './recent.ts'

test('what was kept is found again until as many others came as fit', () => {
  const words = recent<string>(2)
  expect(words.keep('a', 'apple')).toBe('apple')
  words.keep('b', 'bread')
  expect([words.get('a'), words.get('b'), words.get('c')]).toEqual(['apple', 'bread', undefined])
  words.keep('c', 'cheese')
  expect([words.get('a'), words.get('b'), words.get('c')]).toEqual([undefined, 'bread', 'cheese'])
})
