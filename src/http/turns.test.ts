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

test('a key with many slow reads at once leaves connections to the database for others', async () => {
  const world = await createWorld()
  const web = await openWeb(world, { API_RATE_LIMIT: '0', DB_POOL: String(world.db.pool.options.max) })
  const [slow, other] = [await keyFor(world), await keyFor(world)]
  const ask = (url: string, key: string) =>
    web.app.inject({ url, headers: { authorization: `Bearer ${key}` } })
  const lock = new pg.Client({ ...world.address, ssl: false })
  await lock.connect()
  await lock.query('begin; lock table webhooks')
  const many = Array.from({ length: 3 * world.db.pool.options.max }, () => ask('/api/b1/webhooks', slow.key))
  await vi.waitFor(async () => {
    const { rows } = await lock.query('select count(*)::int as waiting from pg_locks where not granted')
    expect(rows[0].waiting).toBeGreaterThanOrEqual(world.db.pool.options.max / 2)
  })
  const answer = await ask('/api/b1/memberships', other.key)
  await lock.query('commit')
  await lock.end()
  expect(answer.statusCode).toBe(200)
  expect((await Promise.all(many)).map(({ statusCode }) => statusCode)).toEqual(many.map(() => 200))
})
