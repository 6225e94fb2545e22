import { expect, test } from 'vitest'
import { pauseAfter } from '../db/due-rows.ts'
import { codeWords } from '../users/sign-in/sign-in.ts'
import { describeFailure, failureCode, isPermanent, MAIL_PAUSES_MS } from './delivery.ts'

test('retry pauses grow, and the last retry comes after a day', () => {
  const pauses = Array.from({ length: 20 }, (_, index) => pauseAfter(MAIL_PAUSES_MS, index + 1))
  expect(pauses.slice(0, 7).map((pause) => (pause ?? 0) / 60_000)).toEqual([1, 5, 15, 30, 60, 120, 120])
  const all = pauses.filter((pause) => pause !== null)
  expect(all.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(24 * 3_600_000)
  expect(all.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(20 * 3_600_000)
  expect(pauses.at(-1)).toBeNull()
})

test.each([
  [{ responseCode: 550, command: 'RCPT TO' }, true],
  [{ responseCode: 554, command: 'DATA' }, true],
  [{ responseCode: 553, command: 'MAIL FROM' }, true],
  [{ responseCode: 450, command: 'RCPT TO' }, false],
  [{ responseCode: 535, command: 'AUTH PLAIN' }, false],
  [{ responseCode: 530, command: 'MAIL FROM' }, false],
  [{ responseCode: 554, command: 'CONN' }, false],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, false],
  [new Error('aborted'), false],
  ['words', false],
])('%j is permanent: %s', (failure, permanent) => {
  expect(isPermanent(failure)).toBe(permanent)
})

test('a recorded failure is short, on one line and contains no token', () => {
  const words = describeFailure(
    { response: `554 refused\r\nhttps://moot.example/p/a?k=TOKEN ${'x'.repeat(500)}` },
    ['TOKEN'],
  )
  expect(words).toContain('554 refused https://moot.example/p/a?k=…')
  expect(words.length).toBeLessThanOrEqual(200)
  expect(failureCode({ responseCode: 554, code: 'EMESSAGE' })).toBe('554')
  expect(failureCode({ code: 'ESOCKET' })).toBe('ESOCKET')
})

test('an empty text is no secret: the failure of a mail without a link or code stays readable', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:4209')
  expect(describeFailure(refused, ['', '', codeWords('')])).toBe('connect ECONNREFUSED 127.0.0.1:4209')
})
