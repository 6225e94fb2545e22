import { describe, expect, test } from 'vitest'
import { judge, readRetryAfter, type TriedFacts } from './delivery.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const tried = (facts: Partial<TriedFacts> = {}): TriedFacts => ({
  attempts: 1,
  is_test: false,
  succeeded_since: false,
  chance: 0.5,
  ...facts,
})
const came = (status: number | null, retry_after_ms: number | null = null) => ({ status, retry_after_ms })

test.each([200, 201, 204, 299])('%i is a success', (status) => {
  expect(judge(came(status), tried())).toEqual({ is: 'sent' })
})

test.each([null, 100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 422, 429, 500, 503, 599])(
  '%s is no success, and is retried',
  (status) => expect(judge(came(status), tried())).toEqual({ is: 'waiting', pause_ms: 5_000 }),
)

test('there are ten tries, with growing pauses', () => {
  const pauses = Array.from({ length: 9 }, (_, done) => judge(came(500), tried({ attempts: done + 1 })))
  const hours = [2, 5, 10, 14, 20, 24].map((pause) => pause * HOUR_MS)
  expect(pauses).toEqual(
    [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, ...hours].map((pause_ms) => ({ is: 'waiting', pause_ms })),
  )
  for (const attempts of [10, 11])
    expect(judge(came(500), tried({ attempts }))).toEqual({ is: 'failed', disables: 'failing' })
})

test('a webhook that accepted something in the meantime stays enabled', () => {
  const facts = tried({ attempts: 10, succeeded_since: true })
  expect(judge(came(500), facts)).toEqual({ is: 'failed', disables: null })
})

test('pauses vary by a tenth', () => {
  const pause = (chance: number) => judge(came(500), tried({ attempts: 2, chance }))
  expect(pause(0)).toEqual({ is: 'waiting', pause_ms: 4.5 * MINUTE_MS })
  expect(pause(1)).toEqual({ is: 'waiting', pause_ms: 5.5 * MINUTE_MS })
})

test('410 disables it at once, at any try, and also for a test', () => {
  for (const facts of [tried(), tried({ succeeded_since: true }), tried({ is_test: true })])
    expect(judge(came(410), facts)).toEqual({ is: 'failed', disables: 'gone' })
})

test('a test is sent once', () => {
  expect(judge(came(500), tried({ is_test: true }))).toEqual({ is: 'failed', disables: null })
})

test('Retry-After lengthens a pause, for a day at most, and shortens none', () => {
  expect(judge(came(429, 60_000), tried())).toEqual({ is: 'waiting', pause_ms: 60_000 })
  expect(judge(came(429, 1_000), tried())).toEqual({ is: 'waiting', pause_ms: 5_000 })
  expect(judge(came(503, 99 * HOUR_MS), tried())).toEqual({ is: 'waiting', pause_ms: 24 * HOUR_MS })
})

describe('the header Retry-After', () => {
  test.each<[string | undefined, number | null]>([
    ['120', 120_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    [undefined, null],
    ['', null],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['2026', 2_026_000],
    ['99999999999999999999', null],
    ['nonsense GMT', null],
  ])('%s', (header, pause) => expect(readRetryAfter(header, NOW)).toBe(pause))
})
