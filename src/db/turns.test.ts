import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openWeb } from '../../test/web.ts'
import { createWorld, keyFor } from '../../test/world.ts'
import { turns } from './turns.ts'

/** A promise that a test settles. */
function held() {
  let end: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, end: () => end() }
}

test('runs so many tasks of an owner at once, the others in order, and those of another meanwhile', async () => {
  const inTurn = turns(2)
  const begun: string[] = []
  const gates = [held(), held(), held(), held()]
  const run = (owner: string, name: string, gate = held()) =>
    inTurn(owner, async () => {
      begun.push(name)
      await gate.promise
      return name
    })
  const all = gates.map((gate, place) => run('a', `a${place}`, gate))
  void run('b', 'b0')
  await Promise.resolve()
  expect(begun).toEqual(['a0', 'a1', 'b0'])
  gates[1]?.end()
  expect(await all[1]).toBe('a1')
  expect(begun).toEqual(['a0', 'a1', 'b0', 'a2'])
  for (const gate of gates) gate.end()
  expect(await Promise.all(all)).toEqual(['a0', 'a1', 'a2', 'a3'])
})

test('a task that fails leaves its place to the next', async () => {
  const inTurn = turns(1)
  const failed = inTurn('a', () => Promise.reject(new Error('no')))
  const next = inTurn('a', async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test.each([
  ['reads', 'GET' as const],
  ['changes that wait for a lock', 'POST' as const],
])('keys of a group with many %s leave connections to the database for others', async (_, method) => {
  const world = await createWorld()
  const most = world.db.pool.options.max
  const web = await openWeb(world, {
    ...{ API_RATE_LIMIT: '0', DB_POOL: String(most), OUTBOUND_ALLOW: '127.0.0.1' },
  })
  const keys = method === 'GET' ? [await keyFor(world)] : [await keyFor(world), await keyFor(world)]
  const other = await keyFor(world)
  const ask = (way: 'GET' | 'POST', url: string, { key }: { key: string }) => {
    const payload = way === 'GET' ? {} : { payload: { url: 'http://127.0.0.1:9/', name: 'Hook' } }
    return web.app.inject({ method: way, url, headers: { authorization: `Bearer ${key}` }, ...payload })
  }
  const lock = new pg.Client({ ...world.address, ssl: false })
  await lock.connect()
  await lock.query('begin; lock table webhooks')
  const many = keys.flatMap((key) =>
    Array.from({ length: 2 * most }, () => ask(method, '/api/b1/webhooks', key)),
  )
  await vi.waitFor(async () => {
    const { rows } = await lock.query('select count(*)::int as waiting from pg_locks where not granted')
    expect(rows[0].waiting).toBeGreaterThanOrEqual(most / 2)
  })
  const answer = await ask('GET', '/api/b1/memberships', other)
  await lock.query('commit')
  await lock.end()
  expect(answer.statusCode).toBe(200)
  const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
