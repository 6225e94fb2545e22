import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createWorld, keyFor } from '../world.ts'
import { rows } from './acts.ts'
import {
  type Caller,
  caller,
  expectInvalid,
  expectProblem,
  openApi,
  pollFields,
  pollOf,
  threadOf,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world)
// The first key of its world, with the smallest id.
const a = await caller(world, api)

const post = (who: Caller, path: string, fields: Record<string, unknown>, key: string) =>
  who.post(path, fields, { headers: { 'idempotency-key': key } })
const polls = async () => (await rows<{ n: number }>(world.db, 'select count(*)::int as n from polls'))[0]!.n

/** Runs a function while another connection holds a change of the group's members. */
async function whileGroupIsHeld<T>(run: (letGo: () => Promise<void>) => Promise<T>): Promise<T> {
  const other = new pg.Client({ ...world.address, ssl: false })
  await other.connect()
  await other.query('begin')
  await other.query('select 1 from groups where id = $1 for update', [world.group.id])
  try {
    return await run(async () => void (await other.query('commit')))
  } finally {
    await other.end()
  }
}

const answering = async () =>
  (
    await rows<{ n: number }>(
      world.db,
      `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.granted and d.datname = current_database()`,
    )
  )[0]!.n

describe('the same key with the same body', () => {
  test.each([
    ['/polls', pollFields({ recipient_emails: ['one@else.example'] })],
    ['/discussions', { title: 'Where shall we meet?' }],
    ['/memberships', { emails: ['two@mill.example'] }],
  ])('returns the first answer again and does nothing twice: %s', async (path, fields) => {
    const first = await post(a, path, fields, `again ${path}`)
    expect(first.statusCode, first.body).toBe(200)
    const before = await rows(world.db, 'select count(*) as n from events')
    const second = await post(a, path, fields, `again ${path}`)
    expect(second.statusCode).toBe(200)
    expect(second.body).toBe(first.body)
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    expect(await rows(world.db, 'select count(*) as n from events')).toEqual(before)
  })

  test('may send its fields in another order, and the key in another way', async () => {
    const first = await post(a, '/discussions', { title: 'T', description: 'D' }, 'order')
    const second = await api.send({
      method: 'POST',
      url: '/api/b1/discussions',
      headers: { 'idempotency-key': 'order' },
      payload: { description: 'D', api_key: a.key, title: 'T' },
    })
    expect(second.body).toBe(first.body)
  })

  test('reports the ignored fields again', async () => {
    const fields = { title: 'T', titel: 'x' }
    await post(a, '/discussions', fields, 'ignored')
    expect((await post(a, '/discussions', fields, 'ignored')).headers['folkmoot-ignored-fields']).toBe(
      'titel',
    )
  })

  test('expires after a day', async () => {
    const first = pollOf(await post(a, '/polls', pollFields(), 'a day'))
    await world.db.pool.query(
      `update idempotent_answers set created_at = now() - interval '23 hours 59 minutes' where key = 'a day'`,
    )
    expect(pollOf(await post(a, '/polls', pollFields(), 'a day')).id).toBe(first.id)
    await world.db.pool.query(
      `update idempotent_answers set created_at = now() - interval '24 hours 1 minute' where key = 'a day'`,
    )
    expect(pollOf(await post(a, '/polls', pollFields(), 'a day')).id).not.toBe(first.id)
  })

  test('is answered with 409 while the first still runs, and the poll is made once', async () => {
    const before = await polls()
    const first = await whileGroupIsHeld(async (letGo) => {
      const running = post(a, '/polls', pollFields(), 'in flight')
      await expect.poll(answering).toBe(1)
      const meanwhile = await Promise.all([1, 2, 3].map(() => post(a, '/polls', pollFields(), 'in flight')))
      for (const answer of meanwhile) expectProblem(answer, 409, 'idempotency_in_flight')
      await letGo()
      return running
    })
    expect((await post(a, '/polls', pollFields(), 'in flight')).body).toBe(first.body)
    expect(await polls()).toBe(before + 1)
  })

  test('sent twenty times at once makes one poll', async () => {
    const before = await polls()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(a, '/polls', pollFields(), 'at once')),
    )
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200, 409]))
    const made = answers.filter((answer) => answer.statusCode === 200)
    expect(new Set(made.map((answer) => answer.body)).size).toBe(1)
    expect(await polls()).toBe(before + 1)
  })
})

describe('the same key', () => {
  test('with another body is refused, and nothing is saved', async () => {
    await post(a, '/polls', pollFields(), 'other body')
    const before = await polls()
    for (const fields of [pollFields({ title: 'Other' }), pollFields({ anonymous: true }), {}])
      expectProblem(await post(a, '/polls', fields, 'other body'), 422, 'idempotency_key_reuse')
    expect(await polls()).toBe(before)
  })

  test('is not shared across routes', async () => {
    threadOf(await post(a, '/discussions', { title: 'T', poll_type: 'count' }, 'other route'))
    expectProblem(
      await post(a, '/polls', { title: 'T', poll_type: 'count' }, 'other route'),
      422,
      'idempotency_key_reuse',
    )
  })

  test('belongs to one API key, even while another one gets its answer', async () => {
    const keys = await Promise.all(Array.from({ length: 12 }, () => keyFor(world)))
    const [oldest] = await rows<{ id: number }>(world.db, 'select min(id) as id from api_keys')
    const start = String(oldest!.id)
    const twin = keys.find(({ id }) => String(id).length > start.length && String(id).startsWith(start))!
    const [short, long] = [a, api.as(twin.key)]
    await whileGroupIsHeld(async (letGo) => {
      // Two keys whose ids and texts concatenate to the same string.
      const running = [
        post(short, '/polls', pollFields(), `${String(twin.id).slice(start.length)}x`),
        post(long, '/polls', pollFields(), 'x'),
      ]
      await expect.poll(answering).toBe(2)
      await letGo()
      const [first, second] = await Promise.all(running)
      expect(pollOf(first!).id).not.toBe(pollOf(second!).id)
    })
    const made = new Set<number>()
    for (const who of [short, long, api.as(keys.find((key) => key !== twin)!.key)])
      made.add(pollOf(await post(who, '/polls', pollFields(), 'same text')).id)
    expect(made.size).toBe(3)
  })

  test('may be reused for the fixed request after a failure', async () => {
    expectInvalid(await post(a, '/polls', pollFields({ title: '' }), 'mended'), 'title')
    const made = await post(a, '/polls', pollFields(), 'mended')
    expect(made.statusCode, made.body).toBe(200)
  })

  test('is stored without the API key', async () => {
    const answer = await api.send({
      method: 'POST',
      url: '/api/b1/polls',
      headers: { 'idempotency-key': 'no secret' },
      payload: { api_key: a.key, ...pollFields() },
    })
    expect(answer.statusCode).toBe(200)
    const [stored] = await rows<object>(world.db, `select * from idempotent_answers where key = 'no secret'`)
    expect(JSON.stringify(stored)).not.toContain(a.key)
  })
})

test.each(['', 'x'.repeat(256), 'é'])('the Idempotency-Key "%s" is refused', async (key) => {
  expectProblem(await post(a, '/polls', pollFields(), key), 400, 'malformed_request')
})

test('an Idempotency-Key of 255 characters is accepted', async () => {
  expect((await post(a, '/polls', pollFields(), 'x'.repeat(255))).statusCode).toBe(200)
})
