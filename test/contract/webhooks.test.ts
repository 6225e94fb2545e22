import type { ServerResponse } from 'node:http'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { PERMISSIONS } from '../../src/keys/api-key.ts'
import { MAX_WEBHOOKS, WEBHOOK_KINDS } from '../../src/webhooks/webhook.ts'
import { answering, openMessenger, startReceiver } from '../receiver.ts'
import { createWorld, keyFor } from '../world.ts'
import { makeGroup, rows } from './acts.ts'
import {
  type Answer,
  caller,
  ENCODINGS,
  expectInvalid,
  expectProblem,
  type Fields,
  ignoredBy,
  openApi,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world, { OUTBOUND_ALLOW: '127.0.0.1' })
const receiver = await startReceiver()
const a = await caller(world, api)
const b = await caller(world, api, { variant: 'b' })
await makeGroup(world, 'orchard')
const elsewhere = await caller(world, api, { handle: 'orchard' })
const none = await caller(world, api, {
  permissions: PERMISSIONS.filter((permission) => permission !== 'manage_webhooks'),
})

type Hook = { id: number; secret: string | null; url: string; active: boolean } & Record<string, unknown>
const hooks = (answer: Answer) => {
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ webhooks: Hook[] }>().webhooks
}
const deliveries = (answer: Answer) =>
  answer.json<{ webhook_deliveries: Record<string, unknown>[] }>().webhook_deliveries
const make = async (fields: Fields = {}, by = a) =>
  hooks(await by.post('/webhooks', { url: receiver.url, ...fields }))[0]!

beforeEach(async () => {
  await world.db.pool.query('delete from webhooks')
  receiver.got.length = 0
  receiver.answer = answering(204)
})

describe('making one', () => {
  test.each(ENCODINGS)('as %s', async (encoding) => {
    const fields = {
      url: receiver.url,
      kinds: ['poll_expired', 'new_comment', 'poll_expired'],
      format: 'slack',
    }
    const answer = await a.post('/webhooks', fields, { encoding })
    expect(hooks(answer)).toMatchObject([
      { url: receiver.url, kinds: ['new_comment', 'poll_expired'], format: 'slack', active: true },
    ])
    expect(hooks(answer)[0]?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(answer.json()).toMatchObject({
      meta: { root: 'webhooks' },
      polls: [],
      groups: [{ handle: 'mill-lane' }],
    })
  })

  test('without kinds it gets all kinds, and the format is json', async () => {
    for (const fields of [{}, { kinds: [] }])
      for (const by of [a, b]) expect(await make(fields, by)).toMatchObject({ kinds: [], format: 'json' })
  })

  test.each<[string, Fields, string[]]>([
    ['nothing', { url: undefined }, ['url']],
    ['a blank address', { url: ' ' }, ['url']],
    ['no address', { url: 'not one' }, ['url']],
    ['a file', { url: 'file:///etc/passwd' }, ['url']],
    ['a script', { url: 'javascript:alert(1)' }, ['url']],
    ['a line break', { url: 'https://example.org/a\r\nb' }, ['url']],
    ['what commands a terminal', { url: 'https://example.org/\u001b[2J' }, ['url']],
    ['what turns letters round', { url: 'https://example.org/\u202egpj' }, ['url']],
    ['a password in it', { url: 'https://ada:secret@example.org/' }, ['url']],
    ['one that is too long', { url: `https://example.org/${'x'.repeat(2_000)}` }, ['url']],
    ['a private address', { url: 'http://192.168.1.1:8080/' }, ['url']],
    ['the metadata of a cloud', { url: 'http://169.254.169.254/latest' }, ['url']],
    ['a disguise of it', { url: 'http://[::ffff:a9fe:a9fe]/' }, ['url']],
    ['kinds and formats nobody knows', { kinds: ['poll_eaten'], format: 'fax' }, ['kinds', 'format']],
    ['numbers', { url: 7, kinds: [1], format: 2 }, ['url', 'kinds', 'format']],
  ])('%s is refused', async (_, fields, wrong) => {
    expectInvalid(await a.post('/webhooks', { url: receiver.url, ...fields }), ...wrong)
    expect(await rows(world.db, 'select 1 from webhooks')).toEqual([])
  })

  test('unknown fields are reported', async () => {
    const answer = await a.post('/webhooks', { url: receiver.url, secret: 'whsec_mine', kind: 'x' })
    expect(ignoredBy(answer)).toEqual(['secret', 'kind'])
    expect(hooks(answer)[0]?.secret).not.toBe('whsec_mine')
  })

  test('again with the same Idempotency-Key makes one, and returns its secret once', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await a.post('/webhooks', { url: receiver.url }, { headers })
    const second = await a.post('/webhooks', { url: receiver.url }, { headers })
    expect(hooks(second)).toEqual([{ ...hooks(first)[0], secret: null }])
    expect(hooks(first)[0]?.secret).toMatch(/^whsec_/)
    expect(await rows(world.db, 'select 1 from webhooks')).toHaveLength(1)
    const kept = await rows<{ answer: string }>(world.db, 'select answer from idempotent_answers')
    expect(JSON.stringify(kept)).not.toContain('whsec_')
  })

  test('a group has at most fifty', async () => {
    await world.db.pool.query(
      "insert into webhooks (group_id, url, format) select $1, 'https://example.org', 'json' from generate_series(2, $2)",
      [world.group.id, MAX_WEBHOOKS],
    )
    await make()
    expectInvalid(await a.post('/webhooks', { url: receiver.url }), 'url')
  })
})

describe('a test with an Idempotency-Key', () => {
  const testing = (id: number, key: string) =>
    a.post(`/webhooks/${id}/test`, {}, { headers: { 'idempotency-key': key } })
  const arrived = async (count: number) => expect.poll(() => receiver.got.length).toBe(count)
  /** Makes the receiver hold its next response; returns a function that sends it. */
  const stall = () => {
    const held: ServerResponse[] = []
    receiver.answer = (response) => void held.push(response)
    return () => {
      receiver.answer = answering(204)
      for (const response of held) response.writeHead(204).end()
    }
  }

  test('is sent once, and the answer is repeated with its version; with another key it is sent again', async () => {
    const { id } = await make()
    const first = await testing(id, 'one test')
    expect(deliveries(first)).toMatchObject([{ kind: 'test', status: 'sent', answer_status: 204 }])
    const second = await testing(id, 'one test')
    expect([second.statusCode, second.body, second.headers['etag']]).toEqual([
      200,
      first.body,
      first.headers['etag'],
    ])
    expect(receiver.got).toHaveLength(1)
    expect(deliveries(await testing(id, 'another test'))).toMatchObject([{ status: 'sent' }])
    expect(receiver.got).toHaveLength(2)
  })

  test('is answered with 409 while the first one is being sent, and then with its answer', async () => {
    const { id } = await make()
    const answer = stall()
    const first = testing(id, 'slow')
    await arrived(1)
    expectProblem(await testing(id, 'slow'), 409, 'idempotency_in_flight')
    answer()
    const { body } = await first
    expect((await testing(id, 'slow')).body).toBe(body)
    expect(body).toContain('"status":"sent"')
    expect(receiver.got).toHaveLength(1)
  })

  test('is taken over if the process that sent it is gone', async () => {
    const { id } = await make()
    const answer = stall()
    const lost = testing(id, 'lost')
    await arrived(1)
    // What a killed process leaves behind.
    await world.db.pool.query('update webhook_deliveries set leased_until = now()')
    const taken = testing(id, 'lost')
    await arrived(2)
    answer()
    expect(deliveries(await taken)).toMatchObject([{ kind: 'test', status: 'sent' }])
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await lost
  })

  test('is another request for another webhook', async () => {
    const [one, other] = [await make(), await make()]
    expect((await testing(one.id, 'mine')).statusCode).toBe(200)
    expectProblem(await testing(other.id, 'mine'), 422, 'idempotency_key_reuse')
    expect(receiver.got).toHaveLength(1)
  })
})

describe('permissions', () => {
  const everything = (id: number | string) =>
    [
      ['GET', '/webhooks'],
      ['POST', '/webhooks'],
      ['GET', `/webhooks/${id}`],
      ['PATCH', `/webhooks/${id}`],
      ['DELETE', `/webhooks/${id}`],
      ['POST', `/webhooks/${id}/test`],
      ['POST', `/webhooks/${id}/rotate`],
      ['POST', `/webhooks/${id}/deliveries/1/again`],
    ] as const
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, key: string | null) =>
    api.send({
      method,
      url: `/api/b1${path}`,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      ...(method === 'GET' ? {} : { payload: { url: receiver.url } }),
    })

  test('a key without the permission, or no key, is refused', async () => {
    const { id } = await make()
    const past = await keyFor(world, { expires_at: new Date(Date.now() + 60_000) })
    await world.db.pool.query('update api_keys set expires_at = now() where id = $1', [past.id])
    for (const [method, path] of everything(id)) {
      expectProblem(await ask(method, path, null), 403, 'api_key_missing')
      expectProblem(await ask(method, path, past.key), 403, 'api_key_expired')
      const refused = await ask(method, path, none.key)
      expectProblem(refused, 403, 'permission_missing')
      expect(refused.body).toContain('manage_webhooks')
    }
    expect(await rows(world.db, 'select id from webhooks')).toEqual([{ id }])
    expect(receiver.got).toEqual([])
  })

  test('webhooks of another group look like missing ones', async () => {
    const { id } = await make()
    for (const [method, path] of everything(id).slice(2)) {
      const other = await ask(method, path, elsewhere.key)
      const never = await ask(method, path.replace(String(id), '999999'), elsewhere.key)
      expectProblem(other, 404, 'not_found')
      const { request_id: _, ...said } = other.json()
      const { request_id: __, ...saidNever } = never.json()
      expect({ ...said, error: said.error.replace(String(id), '999999') }).toEqual(saidNever)
    }
    expect(hooks(await elsewhere.get('/webhooks'))).toEqual([])
    expect(await rows(world.db, 'select id from webhooks')).toEqual([{ id }])
  })

  test.each(['0', '-1', 'x', '1e3', '9'.repeat(30), '%00', '1%2F..'])(
    'the id %s is not found',
    async (id) => {
      for (const [method, path] of everything(id).slice(2))
        expectProblem(await ask(method, path, a.key), 404, 'not_found')
    },
  )

  test('an unreachable database is a 503 here too', async () => {
    const { openDb } = await import('../../src/db/db.ts')
    const db = openDb({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, 2)
    const away = await openApi({ db })
    for (const [method, path] of everything(1))
      expectProblem(
        await away.send({ method, url: `/api/b1${path}`, headers: { authorization: `Bearer ${a.key}` } }),
        503,
        'unavailable',
      )
    await db.close()
  })
})

describe('an existing webhook', () => {
  const patch = (id: number, payload: Fields) =>
    api.send({
      method: 'PATCH',
      url: `/api/b1/webhooks/${id}`,
      headers: { authorization: `Bearer ${a.key}` },
      payload,
    })

  test('is listed and shown without its secret', async () => {
    const made = await make()
    const list = await a.get('/webhooks')
    expect(hooks(list)).toEqual([{ ...made, secret: null }])
    expect(list.json().meta).toEqual({ root: 'webhooks', total: 1 })
    expect(hooks(await a.get(`/webhooks/${made.id}`))).toEqual([{ ...made, secret: null }])
    for (const answer of [list, await a.get(`/webhooks/${made.id}`)])
      expect(answer.body).not.toContain(made.secret!)
  })

  test('is changed in the given fields only', async () => {
    const { id } = await make({ kinds: ['new_comment'] })
    expect(hooks(await patch(id, { format: 'matrix' }))).toMatchObject([
      { url: receiver.url, kinds: ['new_comment'], format: 'matrix', active: true },
    ])
    expect(hooks(await patch(id, { kinds: [], active: false }))).toMatchObject([
      { kinds: [], format: 'matrix', active: false, disabled_reason: 'by_hand' },
    ])
    expect(hooks(await patch(id, { active: true, url: `${receiver.url}/new` }))).toMatchObject([
      { url: `${receiver.url}/new`, active: true, disabled_reason: null, disabled_at: null },
    ])
    expectInvalid(
      await patch(id, { url: 'http://10.0.0.1/', kinds: ['x'], active: 'maybe' }),
      'url',
      'kinds',
      'active',
    )
    expectInvalid(await patch(id, { url: '' }), 'url')
    const nothing = await patch(id, { url: null, format: null, active: null })
    for (const said of Object.values(expectInvalid(nothing, 'url', 'format', 'active')))
      expect(said).toEqual(["can't be blank"])
    await patch(id, { kinds: ['new_comment'] })
    expect(hooks(await patch(id, { kinds: null }))).toMatchObject([{ kinds: [] }])
    expect(hooks(await patch(id, {}))).toMatchObject([{ url: `${receiver.url}/new`, active: true }])
  })

  test('is not changed by a caller with an outdated version', async () => {
    const { id } = await make()
    const read = await a.get(`/webhooks/${id}`)
    const headers = { 'if-match': String(read.headers['etag']) }
    const changed = await a.patch(`/webhooks/${id}`, { format: 'slack' }, { headers })
    expect(hooks(changed)).toMatchObject([{ format: 'slack' }])
    expectProblem(
      await a.patch(`/webhooks/${id}`, { format: 'json' }, { headers }),
      412,
      'precondition_failed',
    )
    expectProblem(await a.remove(`/webhooks/${id}`, {}, { headers }), 412, 'precondition_failed')
    const now = { 'if-match': String(changed.headers['etag']) }
    expect((await a.remove(`/webhooks/${id}`, {}, { headers: now })).statusCode).toBe(200)
  })

  test('is tested at once, and the answer contains the result', async () => {
    const { id, secret } = await make()
    const went = await a.post(`/webhooks/${id}/test`, {})
    expect(deliveries(went)).toMatchObject([
      {
        kind: 'test',
        event_id: null,
        status: 'sent',
        attempts: 1,
        answer_status: 204,
        error: null,
        due_at: null,
      },
    ])
    const [got] = receiver.got
    const headers = got?.headers as Record<string, string>
    expect(new Verifier(secret!).verify(got!.body, headers)).toMatchObject({
      kind: 'test',
      group_name: 'Mill Lane Co-op',
    })
    receiver.answer = answering(500, {}, 'secret words of the receiver')
    const failed = await a.post(`/webhooks/${id}/test`, {})
    expect(deliveries(failed)).toMatchObject([{ status: 'failed', answer_status: 500 }])
    expect(hooks(failed)).toMatchObject([{ active: true, failing_since: null }])
    for (const answer of [failed, await a.get(`/webhooks/${id}`)]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toContain('secret words')
    }
    await patch(id, { active: false })
    expect(deliveries(await a.post(`/webhooks/${id}/test`, {}))).toMatchObject([{ answer_status: 500 }])
  })

  test('shows since when an endpoint fails', async () => {
    const { id } = await make()
    receiver.answer = answering(500)
    const via = openMessenger(world)
    await a.post('/discussions', { title: 'Bikes' })
    await via.deliver()
    const [hook] = hooks(await a.get('/webhooks'))
    expect(hook).toMatchObject({ id, failing_since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) })
  })

  test('sends a delivery again, under its old id', async () => {
    const { id } = await make()
    const via = openMessenger(world)
    await a.post('/discussions', { title: 'Bikes' })
    await via.deliver()
    const [sent] = deliveries(await a.get(`/webhooks/${id}`))
    const again = await a.post(`/webhooks/${id}/deliveries/${sent?.['id']}/again`, {})
    expect(deliveries(again)).toMatchObject([
      { id: sent?.['id'], message_id: sent?.['message_id'], status: 'waiting', attempts: 0 },
    ])
    await via.send()
    expect(receiver.got.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(sent?.['message_id']),
    )
    expectProblem(await a.post(`/webhooks/${id}/deliveries/999999/again`, {}), 404, 'not_found')
    expectProblem(await a.post(`/webhooks/${id}/deliveries/x/again`, {}), 404, 'not_found')
    await patch(id, { active: false })
    const off = await a.post(`/webhooks/${id}/deliveries/${sent?.['id']}/again`, {})
    expectProblem(off, 409, 'webhook_disabled')
  })

  test('runs one test at a time', async () => {
    const { id } = await make()
    let release = () => {}
    receiver.answer = (response) => {
      release = () => answering(204)(response)
    }
    const first = a.post(`/webhooks/${id}/test`, {})
    await expect.poll(() => receiver.got.length).toBe(1)
    expectProblem(await a.post(`/webhooks/${id}/test`, {}), 409, 'webhook_test_running')
    release()
    expect(deliveries(await first)).toMatchObject([{ status: 'sent' }])
  })

  test('gets a new secret, and keeps the old one for a while', async () => {
    const { id, secret } = await make()
    const fresh = hooks(await a.post(`/webhooks/${id}/rotate`, {}))[0]?.secret
    expect(fresh).toMatch(/^whsec_/)
    expect(fresh).not.toBe(secret)
    await a.post(`/webhooks/${id}/test`, {})
    expect(receiver.got[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    await a.post(`/webhooks/${id}/rotate`, { overlap_hours: null })
    await a.post(`/webhooks/${id}/test`, {})
    expect(receiver.got[1]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+/)
    await a.post(`/webhooks/${id}/rotate`, { overlap_hours: 0 })
    await a.post(`/webhooks/${id}/test`, {})
    expect(receiver.got[2]?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
    expectInvalid(await a.post(`/webhooks/${id}/rotate`, { overlap_hours: -1 }), 'overlap_hours')
    expectInvalid(await a.post(`/webhooks/${id}/rotate`, { overlap_hours: 99_999 }), 'overlap_hours')
  })

  test('is removed permanently', async () => {
    const made = await make()
    const answer = await api.send({
      method: 'DELETE',
      url: `/api/b1/webhooks/${made.id}?api_key=${a.key}`,
    })
    expect(hooks(answer)).toEqual([{ ...made, secret: null }])
    expectProblem(await a.get(`/webhooks/${made.id}`), 404, 'not_found')
  })

  test('shows deliveries of every kind of event', async () => {
    const { id } = await make()
    const via = openMessenger(world)
    await a.post('/discussions', { title: 'Bikes' })
    await a.post('/polls', { title: 'A shed?', poll_type: 'count', closing_at: '2999-01-01' })
    await a.post('/memberships', { emails: ['ben@mill.example'] })
    await via.deliver()
    const shown = deliveries(await a.get(`/webhooks/${id}`))
    expect(shown.map(({ kind }) => kind)).toEqual(['membership_created', 'poll_created', 'new_discussion'])
    for (const { kind, status } of shown) {
      expect(WEBHOOK_KINDS).toContain(kind)
      expect(status).toBe('sent')
    }
    // Permission to manage webhooks does not include reading addresses.
    for (const { body } of receiver.got) expect(body).not.toContain('@mill.example')
  })
})
