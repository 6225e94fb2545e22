import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../app.ts'
import { openWeb, seen, tokenFor } from '../web.ts'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { QUICK, tell } from './effort.ts'

/**
 * Whether the response time reveals what the text does not: who is known here, and how much of a secret is
 * right.
 */

const ROUNDS = QUICK ? 100 : 1_000
const TRIES_MORE = 2
/**
 * The allowed difference between the medians of two kinds of response, as a share of the smaller one, or in
 * milliseconds.
 */
const SHARE = 0.2
const SLACK_MS = 0.3

const world = await createWorld()
const [ben = 0] = await addMembers(world)
const web = await openWeb(world, { SMTP_URL: 'smtp://localhost' })
const api = await serve(world)
let key: string
let invitation: string

beforeAll(async () => {
  key = (await keyFor(world)).key
  invitation = await tokenFor(world, 'invitation', { user_id: ben })
})

type Answered = { statusCode: number; headers: object; body: string }
type Ask = (round: number) => Promise<Answered>

/** The median times of two requests, sent in random turns. */
async function compare(one: Ask, other: Ask): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const first = randomInt(2)
    for (const which of [first, 1 - first]) {
      // Too many attempts are refused sooner.
      await world.db.pool.query('delete from attempts')
      const started = performance.now()
      await (which === 0 ? one : other)(round)
      times[which === 0 ? 0 : 1].push(performance.now() - started)
    }
  }
  return [median(times[0]), median(times[1])]
}

const median = (all: number[]) => all.sort((one, other) => one - other)[all.length >> 1] ?? 0
const apart = ([one, other]: [number, number]) =>
  Math.abs(one - other) > Math.max(SLACK_MS, SHARE * Math.min(one, other))

const ask = (address: string) => web.post('/sign-in', { address })
const withKey = (authorization: string) => api.inject({ url: '/api/b1/groups', headers: { authorization } })
/** The same secret with another last character: as close as a wrong one can be. */
const nearly = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`

const PAIRS: Record<string, () => [Ask, Ask]> = {
  'signing in: a known address, and one that nobody has': () => [
    () => ask('ben@mill.example'),
    () => ask('nob@mill.example'),
  ],
  'a code: of a browser that asked for a known address, or for another': () => [
    async () => code('ben@mill.example'),
    async () => code('nob@mill.example'),
  ],
  'an API key: wrong in its last character, and in all of them': () => [
    () => withKey(`Bearer ${nearly(key)}`),
    () => withKey(`Bearer fmk_${'x'.repeat(key.length - 4)}`),
  ],
  'an invitation: wrong in its last character, and in all of them': () => [
    () => web.get(`/g/mill-lane?k=${nearly(invitation)}`),
    () => web.get(`/g/mill-lane?k=${'x'.repeat(invitation.length)}`),
  ],
  'a group: one that is there, and one that is not': () => [
    () => web.get('/g/mill-lane'),
    () => web.get('/g/mill-land'),
  ],
}

async function code(address: string): Promise<Answered> {
  const asked = await ask(address)
  const cookie = String(asked.headers['set-cookie']).split(';')[0] ?? ''
  return web.post('/sign-in/code', { code: '000000' }, { 'sec-fetch-site': 'same-origin', cookie })
}

describe.each(Object.entries(PAIRS))('%s', (name, pair) => {
  test('take the same time', async () => {
    // A busy machine causes a difference once; a real one appears every time.
    let medians = await compare(...pair())
    for (let again = 0; again < TRIES_MORE && apart(medians); again++) medians = await compare(...pair())
    tell(`${name}: ${medians.map((ms) => `${ms.toFixed(2)} ms`).join(' and ')}`)
    expect(apart(medians), medians.join()).toBe(false)
  })
})

test('are answers to the request', async () => {
  await world.db.pool.query('delete from attempts')
  expect((await ask('ben@mill.example')).statusCode).toBe(303)
  expect((await code('nob@mill.example')).body).toContain('is wrong or has expired')
  expect((await withKey(`Bearer ${key}`)).statusCode).toBe(200)
  expect((await web.follow('/g/mill-lane', invitation)).page.statusCode).toBe(200)
})

test('are the same answer, byte for byte', async () => {
  for (const name of [
    'an invitation: wrong in its last character, and in all of them',
    'an API key: wrong in its last character, and in all of them',
  ]) {
    const [one, other] = PAIRS[name]?.() ?? []
    const texts = await Promise.all([one?.(0), other?.(0)])
    const [first, second] = texts.map((answer) => plain(seen(answer as Parameters<typeof seen>[0])))
    expect(first).toBe(second)
  }
})

const plain = (text: string) =>
  text.replace(/"request_id":"[^"]+"/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')

test('a comparison that stops at the first difference is detected', async () => {
  const wait = (ms: number) =>
    new Promise<Answered>((resolve) =>
      setTimeout(() => resolve({ statusCode: 200, headers: {}, body: '' }), ms),
    )
  expect(
    apart(
      await compare(
        () => wait(2),
        () => wait(1),
      ),
    ),
  ).toBe(true)
})
