import { beforeEach, expect, test } from 'vitest'
import { serve } from '../../test/app.ts'
import { everyRow } from '../../test/web.ts'
import { createWorld, keyFor, type World } from '../../test/world.ts'
import { change, openDb, SYSTEM } from '../db/db.ts'
import { purgeKeyUses, writeKeyUses } from '../keys/count-key-use.ts'
import { listKeys } from '../keys/keys-store.ts'
import { revokeKey } from '../keys/revoke-key.ts'
import { rotateKey } from '../keys/rotate-key.ts'

let world: World
let app: Awaited<ReturnType<typeof serve>>

beforeEach(async () => {
  world = await createWorld()
  app = await serve(world)
})

/** Requests the members with this key; returns the status. */
async function ask(key: string, on = app, method: 'GET' | 'POST' = 'GET'): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  return (await on.inject({ method, url: '/api/b1/memberships', headers })).statusCode
}

async function usesOf(id: number) {
  return (await listKeys(world.db.pool, null)).find((key) => key.id === id)?.use
}

const today = () => new Date().toISOString().slice(0, 10)

test('requests are counted by key and day, refused ones separately, across rotated texts of the key', async () => {
  const one = await keyFor(world)
  const other = await keyFor(world, { permissions: [] })
  for (let count = 0; count < 3; count++) expect(await ask(one.key)).toBe(200)
  expect(await ask(other.key)).toBe(403)
  const { key: fresh } = await change(world.db, SYSTEM, (act) => rotateKey(act, one.id, 1))
  expect(await ask(fresh)).toBe(200)
  expect((await app.inject({ method: 'POST', url: `/api/b1/polls?api_key=${fresh}` })).statusCode).toBe(422)
  expect(await usesOf(one.id)).toEqual([])
  await writeKeyUses(world.db)
  expect(await usesOf(one.id)).toEqual([{ day: today(), requests: 5, refused: 1 }])
  expect(await usesOf(other.id)).toEqual([{ day: today(), requests: 1, refused: 1 }])
  await writeKeyUses(world.db)
  expect(await usesOf(one.id)).toEqual([{ day: today(), requests: 5, refused: 1 }])
})

test('a refused or throttled key is counted; unknown keys, and requests without one, are not', async () => {
  const { key, id } = await keyFor(world)
  const limited = await serve(world, { API_RATE_LIMIT: '1' })
  expect([await ask(key, limited), await ask(key, limited)]).toEqual([200, 429])
  await change(world.db, SYSTEM, (act) => revokeKey(act, id))
  expect([await ask(key), await ask('fmk_invented'), await ask('')]).toEqual([403, 403, 403])
  await writeKeyUses(world.db)
  expect(await usesOf(id)).toEqual([{ day: today(), requests: 3, refused: 2 }])
  expect((await world.db.pool.query('select count(*) from key_uses')).rows).toEqual([{ count: 1 }])
})

test('no request waits for its count: several processes write it later, together', async () => {
  const { key, id } = await keyFor(world)
  const second = openDb(world.address, 2)
  const beside = await serve({ db: second })
  await ask(key)
  // The day of its last use is written outside the request.
  await expect.poll(async () => (await listKeys(world.db.pool, null))[0]?.last_used_on).not.toBeNull()
  const before = await everyRow(world)
  await Promise.all([ask(key), ask(key, beside)])
  expect((await everyRow(world))['key_uses']).toBe(before['key_uses'])
  await Promise.all([writeKeyUses(world.db), writeKeyUses(second)])
  await second.close()
  expect(await usesOf(id)).toEqual([{ day: today(), requests: 3, refused: 0 }])
})

test('counts that could not be written are kept', async () => {
  const { key, id } = await keyFor(world)
  await ask(key)
  await world.db.pool.query('alter table key_uses rename to away')
  await expect(writeKeyUses(world.db)).rejects.toThrow('key_uses')
  await ask(key)
  await world.db.pool.query('alter table away rename to key_uses')
  await writeKeyUses(world.db)
  expect(await usesOf(id)).toEqual([{ day: today(), requests: 2, refused: 0 }])
})

test('thirty days are listed, and old counts are deleted', async () => {
  const { id } = await keyFor(world)
  for (const days of [0, 29, 30, 91, 92]) {
    await world.db.pool.query('insert into key_uses values ($1, current_date - $2::int, 2, 1)', [id, days])
  }
  expect((await usesOf(id))?.length).toBe(2)
  expect([await purgeKeyUses(world.db, 10), await purgeKeyUses(world.db, 10)]).toEqual([1, 0])
})
