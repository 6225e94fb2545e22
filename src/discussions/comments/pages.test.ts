import { expect, test } from 'vitest'
import { byNumber, bySize, inPages } from '../pages.ts'
import { historyPage } from './history.ts'

const sized = (...sizes: number[]) => sizes.map((size) => ({ size }))

test('a page ends where the next item would exceed one of the limits', () => {
  const limits = [byNumber(3), { most: 10, of: ({ size }: { size: number }) => size }]
  expect(inPages(sized(1, 1, 1, 1), limits)).toEqual([sized(1, 1, 1), sized(1)])
  expect(inPages(sized(5, 5, 1), limits)).toEqual([sized(5, 5), sized(1)])
  expect(inPages([], limits)).toEqual([])
})

test('an item larger than a page gets its own page', () => {
  const large = 1_000_000
  expect(inPages(sized(1, large, 0), [bySize])).toEqual([sized(1), sized(large), sized(0)])
})

test('a page of a history says how many versions come before the next page', () => {
  const read = Array.from({ length: 21 }, () => ({ size: 10 }))
  expect(historyPage(read, 40)).toEqual({ versions: read.slice(0, 20), older: 60 })
  expect(historyPage(sized(100_000, 100_000, 1), 20)).toEqual({
    versions: sized(100_000, 100_000),
    older: 22,
  })
  expect(historyPage(sized(1), 20).older).toBeNull()
})
