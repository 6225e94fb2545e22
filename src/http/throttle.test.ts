import { describe, expect, test } from 'vitest'
import { RateLimited, throttle } from './throttle.ts'

const LIMIT = 3
/** Twice as many as are remembered. */
const MADE_UP = 20_000

/** A throttle with a manual end of its minute. */
function open() {
  let now = 0
  const { count, prove } = throttle(LIMIT, () => now)
  return {
    count,
    prove,
    wait: (ms: number) => {
      now += ms
    },
  }
}

describe('a minute', () => {
  test('allows this many requests per key, and the next minute starts over', () => {
    const { count, wait } = open()
    expect([count('a'), count('a'), count('a')].map((left) => left?.remaining)).toEqual([2, 1, 0])
    expect(() => count('a')).toThrow(RateLimited)
    expect(count('b')?.remaining).toBe(2)
    wait(60_000)
    expect(count('a')?.remaining).toBe(2)
  })

  test('has no maximum without a limit', () => {
    expect(throttle(0).count('a')).toBeNull()
  })
})

describe('invalid keys', () => {
  const flood = (count: (key: string) => unknown) => {
    for (let at = 0; at < MADE_UP; at++) count(`made up ${at}`)
  }

  test('leave every proved key its remaining requests', () => {
    const { count, prove } = open()
    count('known')
    prove('known')
    flood(count)
    expect(count('known')?.remaining).toBe(1)
    expect(count('known')?.remaining).toBe(0)
    expect(() => count('known')).toThrow(RateLimited)
  })

  test('are not counted with others: a later key has its whole allowance', () => {
    const { count, prove } = open()
    flood(count)
    expect(count('new')?.remaining).toBe(2)
    prove('new')
    expect([count('new'), count('new')].map((left) => left?.remaining)).toEqual([1, 0])
    expect(() => count('new')).toThrow(RateLimited)
  })

  test('are limited themselves', () => {
    const { count } = open()
    for (let at = 0; at < LIMIT; at++) count('made up')
    expect(() => count('made up')).toThrow(RateLimited)
  })

  test('take no more memory than ten thousand of them', () => {
    const { count } = open()
    flood(count)
    // The first is forgotten, the last is not.
    expect(count('made up 0')?.remaining).toBe(2)
    expect(count(`made up ${MADE_UP - 1}`)?.remaining).toBe(1)
  })
})
