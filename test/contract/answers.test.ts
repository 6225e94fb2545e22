import { describe, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { PERMISSIONS } from '../../src/keys/api-key.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { rotateKey } from '../../src/keys/rotate-key.ts'
import { createWorld, keyFor } from '../world.ts'
import { makeGroup, rows } from './acts.ts'
import {
  type Answer,
  type Api,
  caller,
  expectInvalid,
  expectProblem,
  openApi,
  pollFields,
  pollOf,
  threadOf,
} from './api.ts'
import { repeatedNames } from './conformity.ts'

const world = await createWorld()
const api = await openApi(world)
const a = await caller(world, api)
const poll = pollOf(await a.post('/polls', pollFields()))
const thread = threadOf(await a.post('/discussions', { title: 'T' }))

type Asking = (api: Api, key: string) => Promise<Answer>
const ENDPOINTS: [string, Asking][] = [
  ['create discussion', (on, key) => on.as(key).post('/discussions', { title: 'T' })],
  ['show discussion', (on, key) => on.as(key).get(`/discussions/${thread.id}`)],
  ['create poll', (on, key) => on.as(key).post('/polls', pollFields())],
  ['show poll', (on, key) => on.as(key).get(`/polls/${poll.key}`)],
  ['list memberships', (on, key) => on.as(key).get('/memberships')],
  ['manage memberships', (on, key) => on.as(key).post('/memberships', { emails: ['new@mill.example'] })],
  ['show results', (on, key) => on.as(key).get(`/polls/${poll.key}/results`)],
]

describe.each(ENDPOINTS)('%s', (_, ask) => {
  test('is refused without a key, and with a blank one', async () => {
    expectProblem(await ask(api, ''), 403, 'api_key_missing')
    expectProblem(await ask(api, '  '), 403, 'api_key_missing')
  })

  test('is refused with an unknown key', async () => {
    expectProblem(await ask(api, 'fmk_short'), 403, 'api_key_invalid')
    expectProblem(await ask(api, `${a.key}x`), 403, 'api_key_invalid')
    expectProblem(await ask(api, a.key.toLowerCase()), 403, 'api_key_invalid')
  })

  test('is refused with an expired key, from that instant on', async () => {
    const { key, id } = await keyFor(world, { expires_at: new Date(Date.now() + 60_000) })
    expect((await ask(api, key)).statusCode).toBe(200)
    await world.db.pool.query('update api_keys set expires_at = now() where id = $1', [id])
    expectProblem(await ask(api, key), 403, 'api_key_expired')
  })

  test('is refused with a revoked key', async () => {
    const { key, id } = await keyFor(world)
    await change(world.db, SYSTEM, (act) => revokeKey(act, id))
    expectProblem(await ask(api, key), 403, 'api_key_revoked')
  })

  test('accepts the old text of a rotated key during the overlap, and no longer', async () => {
    const { key: old, id } = await keyFor(world)
    const { key: fresh } = await change(world.db, SYSTEM, (act) => rotateKey(act, id, 1))
    for (const key of [old, fresh]) expect((await ask(api, key)).statusCode).toBe(200)
    await change(world.db, SYSTEM, (act) => rotateKey(act, id, 0))
    for (const key of [old, fresh]) expectProblem(await ask(api, key), 403, 'api_key_expired')
  })
})

test.each([
  ['create_discussion', 0],
  ['create_poll', 2],
  ['read_memberships', 4],
  ['manage_memberships', 5],
] as const)(
  'without the permission %s its endpoint is refused, which names it',
  async (permission, place) => {
    const { key } = await keyFor(world, { permissions: PERMISSIONS.filter((name) => name !== permission) })
    for (const [index, [name, ask]] of ENDPOINTS.entries()) {
      const answer = await ask(api, key)
      if (index !== place) expect(answer.statusCode, name).toBe(200)
      else {
        expectProblem(answer, 403, 'permission_missing')
        expect(answer.json().error).toContain(permission)
      }
    }
  },
)

test('showing needs no permission at all', async () => {
  const { key } = await keyFor(world, { permissions: [] })
  for (const place of [1, 3, 6]) expect((await ENDPOINTS[place]![1](api, key)).statusCode).toBe(200)
  const listing = api.send({
    method: 'POST',
    url: '/api/b1/memberships',
    payload: `api_key=${key}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expectProblem(await listing, 403, 'permission_missing')
})

describe('a record of another group', () => {
  test('is answered byte for byte like one that does not exist', async () => {
    await makeGroup(world, 'orchard')
    await makeGroup(world, 'annex', world.group.handle)
    for (const handle of ['orchard', 'annex']) {
      const stranger = await caller(world, api, { handle })
      for (const [path, { id, key }, part] of [
        ['/polls', poll, ''],
        ['/polls', poll, '/results'],
        ['/discussions', thread, ''],
      ] as const) {
        const nobodys = bare(await stranger.get(`${path}/999999${part}`))
        expect(nobodys).toMatchObject({ status: 404 })
        for (const ref of [id, key, 'AAAAAAAA', '0', 'x'])
          expect(bare(await stranger.get(`${path}/${ref}${part}`))).toEqual(nobodys)
      }
    }
  })

  test('is refused as a poll’s thread with the same message as one that does not exist', async () => {
    await makeGroup(world, 'mead')
    const stranger = await caller(world, api, { handle: 'mead' })
    const foreign = expectInvalid(
      await stranger.post('/polls', pollFields({ discussion_id: thread.id })),
      'discussion_id',
    )
    const none = expectInvalid(
      await stranger.post('/polls', pollFields({ discussion_id: 999_999 })),
      'discussion_id',
    )
    expect(foreign).toEqual(none)
  })
})

/** A response without the parts that identify this request. */
function bare(answer: Answer) {
  const id = String(answer.headers['x-request-id'])
  const headers = { ...answer.headers, date: '', 'x-request-id': '' }
  return { status: answer.statusCode, headers, body: answer.body.replaceAll(id, '') }
}

test('other addresses answer 404, other methods 405', async () => {
  for (const [method, url, status, code] of [
    ['GET', '/api/b1/nothing', 404, 'not_found'],
    ['GET', '/api/b1', 404, 'not_found'],
    ['PUT', `/api/b1/polls/${poll.id}`, 405, 'method_not_allowed'],
    ['DELETE', '/api/b1/polls', 405, 'method_not_allowed'],
    ['PATCH', '/api/b1/polls', 405, 'method_not_allowed'],
    ['GET', '/api/b2/polls', 404, 'not_found'],
  ] as const)
    expectProblem(
      await api.send({ method, url, headers: { authorization: `Bearer ${a.key}` } }),
      status,
      code,
    )
})

test('an address with another method says which it has, also without a key; other addresses name the list', async () => {
  const put = await api.send({ method: 'PUT', url: `/api/b1/polls/${poll.id}?x=/` })
  expectProblem(put, 405, 'method_not_allowed')
  expect(put.json().error).toBe('This address does not support PUT requests, only GET, PATCH, DELETE.')
  expect(put.headers['allow']).toBe('GET, PATCH, DELETE')
  const none = await api.send({ method: 'POST', url: '/api/b1/comments' })
  expect(none.json().error).toBe('The API has no endpoint at this address. /help/api lists them all.')
  expect(none.headers['allow']).toBeUndefined()
})

describe('invalid fields', () => {
  test('are reported all at once, in sentences, and nothing is saved', async () => {
    const before = await rows(
      world.db,
      'select (select count(*) from polls) p, (select count(*) from users) u, (select count(*) from events) e',
    )
    const answer = await a.post('/polls', {
      title: ' ',
      poll_type: 'referendum',
      details: 'x'.repeat(100_001),
      details_format: 'rtf',
      closing_at: 'soon',
      hide_results: 'never',
      anonymous: 'maybe',
      discussion_id: 999_999,
      recipient_user_ids: [999_998, 999_999],
      recipient_emails: ['good@else.example', 'bad', 'worse@'],
      recipient_message: 'x'.repeat(10_001),
      recipient_audience: 'everyone',
      notify_on_closing_soon: 'all',
      min_score: -1,
      dots_per_person: 'many',
      notify_recipients: 'x',
    })
    const errors = expectInvalid(
      answer,
      'title',
      'poll_type',
      'details',
      'details_format',
      'closing_at',
      'hide_results',
      'anonymous',
      'discussion_id',
      'recipient_user_ids',
      'recipient_emails',
      'recipient_message',
      'recipient_audience',
      'notify_on_closing_soon',
      'min_score',
      'dots_per_person',
      'notify_recipients',
    )
    expect(errors['title']).toEqual(["can't be blank"])
    expect(errors['recipient_user_ids']?.[0]).toMatch(/999998.*999999/)
    expect(errors['recipient_emails']).toHaveLength(2)
    expect(answer.json()).toMatchObject({
      code: 'invalid',
      title: expect.any(String),
      error: expect.stringContaining("Title can't be blank"),
    })
    expect(
      await rows(
        world.db,
        'select (select count(*) from polls) p, (select count(*) from users) u, (select count(*) from events) e',
      ),
    ).toEqual(before)
  })

  test('have the error of the contract if the title is missing', async () => {
    const { request_id, ...problem } = (await a.post('/discussions', {})).json()
    expect(problem).toEqual({
      type: 'https://moot.example/help/errors/invalid',
      title: 'Some fields are invalid',
      status: 422,
      code: 'invalid',
      error: "Title can't be blank",
      errors: { title: ["can't be blank"] },
      problems: [{ field: 'title', code: 'blank', params: {}, message: "can't be blank" }],
    })
    expect(request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('include every invalid address of a list, and nobody is invited', async () => {
    const errors = expectInvalid(
      await a.post('/memberships', {
        emails: [
          'fine@mill.example',
          'one',
          'two@',
          '@three',
          'a b@c.example',
          'x@y..z',
          'Ben <b@c.example>',
        ],
      }),
      'emails',
    )
    expect(errors['emails']).toHaveLength(6)
    expect(await rows(world.db, "select 1 from users where email = 'fine@mill.example'")).toEqual([])
  })
})

describe('the rate limit', async () => {
  const limited = await openApi(world, { API_RATE_LIMIT: '5' })
  test('counts down for each key, then answers 429 and does nothing', async () => {
    const { key } = await keyFor(world)
    for (const remaining of [4, 3, 2, 1, 0]) {
      const answer = await limited.as(key).get(`/polls/${poll.id}`)
      expect(answer.headers).toMatchObject({
        'ratelimit-limit': '5',
        'ratelimit-remaining': String(remaining),
      })
      expect(Number(answer.headers['ratelimit-reset'])).toBeGreaterThan(0)
    }
    const before = await rows(world.db, 'select count(*) from events')
    for (const [, ask] of ENDPOINTS) {
      const answer = await ask(limited, key)
      expectProblem(answer, 429, 'rate_limited')
      expect(answer.headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '0' })
      const seconds = Number(answer.headers['retry-after'])
      expect(seconds >= 1 && seconds <= 60).toBe(true)
    }
    expect(await rows(world.db, 'select count(*) from events')).toEqual(before)
    const { key: other } = await keyFor(world)
    expect((await limited.as(other).get('/memberships')).statusCode).toBe(200)
  })

  test('is 1 200 by default', async () => {
    const usual = await openApi(world, { API_RATE_LIMIT: '' })
    expect((await usual.as(a.key).get('/memberships')).headers['ratelimit-limit']).toBe('1200')
  })
})

test('a duplicate name is detected', () => {
  expect(repeatedNames('{"a":1,"b":[{"a":2},{"a":3}],"c":"\\"a\\":{","d":{"a":[]}}')).toEqual([])
  expect(repeatedNames('{"a":{"b":1,"c":[],"b":2},"a":3}')).toEqual(['"b"', '"a"'])
})
