import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { newToken } from '../src/users/secret.ts'
import { serve } from './app.ts'
import { keepLog, secretsKept } from './kept-logs.ts'
import { secretIn } from './log-secrets.ts'
import { createWorld, keyFor } from './world.ts'

const folder = mkdtempSync(join(tmpdir(), 'folkmoot-logs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A line of the service's log, with additional fields. */
const line = (more: object) =>
  JSON.stringify({
    level: 30,
    time: '2026-11-21T08:00:00.000Z',
    request_id: '7f1f0b1e-93f5-4c33-8f6a-1d8f6a6a1b52',
    msg: 'answered',
    ...more,
  })

test('an ordinary line contains no secret', () => {
  expect(secretIn(line({ method: 'GET', path: '/p/Ab3dEf6h', status: 200, ms: 1.2 }))).toBeNull()
  const err = { name: 'Error', message: 'no', stack: 'Error: no\n at /app/node_modules/@fastify/x.js:1:2' }
  expect(secretIn(line({ err }))).toBeNull()
  expect(secretIn(line({ err }).slice(0, 50))).toBeNull()
})

test.each([
  ['a token', () => line({ path: `/join/${tokenWithAll()}` })],
  ['a token', () => `2026-11-21 08:00:00 UTC [7] ERROR: no such key ${tokenWithAll()}`],
  ['a secret of a webhook', () => line({ msg: 'signed with whsec_MfKQ9r8GKYqrTwjU' })],
  ['a password in an address', () => line({ msg: 'cannot reach smtp://moot:hushhush@mail.example:587' })],
  ['what a header carries', () => line({ msg: 'Authorization: Bearer figures-for-the-watcher' })],
  ['the query of an address', () => line({ path: '/sign-in/link?k=short' })],
  ['an address of a person', () => line({ msg: 'refused ben@mill.example' })],
  ['the field body', () => line({ body: { title: 'Sotto voce' } })],
  ['the field detail', () => line({ err: { message: 'no', detail: 'Key (email)=(x) exists' } })],
])('%s is detected', (what, made) => {
  expect(secretIn(made())).toBe(what)
})

test('the logs of all processes are checked, and a key from a response would be found in them', async () => {
  const world = await createWorld()
  const app = await serve(world)
  const { key } = await keyFor(world)
  await app.inject({ url: `/api/b1/memberships?api_key=${key}` })
  const before = secretsKept(inject('logs'))
  expect(before.lines).toBeGreaterThan(0)
  expect(before.found).toEqual([])
  // The control: the same address, unmasked.
  keepLog(folder, 1, `${line({ path: `/api/b1/memberships?api_key=${key}` })}\n`)
  keepLog(folder, 2, `${line({})}\n`)
  expect(secretsKept(folder)).toMatchObject({ lines: 2, found: [expect.stringContaining(key)] })
})

/** One token in 200 has no digit. */
function tokenWithAll(): string {
  const token = newToken()
  return /[A-Z]/.test(token) && /[a-z]/.test(token) && /\d/.test(token) ? token : tokenWithAll()
}
