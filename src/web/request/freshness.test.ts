import { expect, test } from 'vitest'
import { freshness, isKnown } from './freshness.ts'

test('unchanged content keeps its tag and date; changed content gets new ones, even within a second', () => {
  let now = 1_000_000
  const of = freshness(() => now)
  const first = of('a', 'one')
  now += 60_000
  expect(of('a', 'one')).toEqual(first)
  const second = of('a', 'two')
  const third = of('a', 'one')
  expect(new Set([first, second, third].map(({ last_modified }) => last_modified)).size).toBe(3)
  expect(third.etag).toBe(first.etag)
  expect(second.etag).not.toBe(first.etag)
})

test('a conditional request matches by tag, strong or weak, or by date if it has no tag', () => {
  const fresh = freshness()('a', 'one')
  const known = (tags?: string, date?: string) =>
    isKnown({ 'if-none-match': tags, 'if-modified-since': date }, fresh)
  expect(known(fresh.etag)).toBe(true)
  expect(known(`"x", ${fresh.etag.replace('W/', '')}`)).toBe(true)
  expect(known(undefined, fresh.last_modified)).toBe(true)
  expect(known()).toBe(false)
  expect(known('"x"', fresh.last_modified)).toBe(false)
  expect(known(undefined, 'Sat, 01 Jan 2050 00:00:00 GMT')).toBe(false)
})
