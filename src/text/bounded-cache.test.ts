import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { boundedCache, bytesOf, unpooled } from './bounded-cache.ts'

test('an entry is found until newer ones fill the cache', () => {
  const words = boundedCache<string>(2, () => 1)
  expect(words.keep('a', 'apple')).toBe('apple')
  words.keep('b', 'bread')
  expect([words.get('a'), words.get('b'), words.get('c')]).toEqual(['apple', 'bread', undefined])
  words.keep('c', 'cheese')
  expect([words.get('a'), words.get('b'), words.get('c')]).toEqual([undefined, 'bread', 'cheese'])
})

test('a large entry replaces several small ones, and a too large one replaces none', () => {
  const words = boundedCache<string>(10, (word) => word.length)
  words.keep('a', 'apple')
  words.keep('b', 'bread')
  expect(words.keep('c', 'a cheesecake')).toBe('a cheesecake')
  expect([words.get('a'), words.get('b'), words.get('c')]).toEqual(['apple', 'bread', undefined])
  words.keep('d', 'dumpling')
  expect([words.get('a'), words.get('b'), words.get('d')]).toEqual([undefined, undefined, 'dumpling'])
})

test('an entry saved again under its key replaces the first', () => {
  const words = boundedCache<string>(10, (word) => word.length)
  for (let times = 0; times < 3; times++) words.keep('a', 'apple')
  words.keep('b', 'bread')
  expect([words.get('a'), words.get('b')]).toEqual(['apple', 'bread'])
})

test('a long key takes space too', () => {
  const words = boundedCache<string>(10, (word, key) => word.length + key.length)
  words.keep('apple', 'a')
  words.keep('bread', 'b')
  expect([words.get('apple'), words.get('bread')]).toEqual([undefined, 'b'])
})

test('a part of a larger buffer is kept without the rest', () => {
  const part = gzipSync('hello')
  expect(part.buffer.byteLength).toBeGreaterThan(part.length)
  const own = unpooled(part)
  expect([own, own.buffer.byteLength]).toEqual([part, part.length])
  expect(unpooled(own)).toBe(own)
})

test('a text takes two bytes per character, plus a constant', () => {
  expect(bytesOf('äö', 'k') - bytesOf('')).toBe(6)
})
