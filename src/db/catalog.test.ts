import { expect, test } from 'vitest'
import { createDatabase, createWorld } from '../../test/world.ts'
import { countSessions, firstFilled, tablesOf } from './catalog.ts'
import { openDb, SERVING } from './db.ts'

const { db, address } = await createWorld()

test('every table has a key to order its rows by, and comes after the tables it references', async () => {
  const tables = await tablesOf(db.pool)
  expect(tables.length).toBeGreaterThan(25)
  expect(tables.filter(({ order }) => order.length === 0)).toEqual([])
  const places = new Map(tables.map(({ name }, place) => [name, place]))
  for (const { name, needs } of tables) {
    for (const needed of needs) expect(places.get(needed)).toBeLessThan(places.get(name) ?? 0)
  }
  expect(tables.find(({ name }) => name === 'urn')?.order).toEqual(['id'])
  expect(tables.find(({ name }) => name === 'electorate')?.order).toEqual(['poll_id', 'user_id'])
})

test('text is ordered by its bytes, so that every server returns the same order', async () => {
  const answers = (await tablesOf(db.pool)).find(({ name }) => name === 'idempotent_answers')
  expect(answers?.order).toEqual(['api_key_id', 'key collate "C"'])
})

test('an empty table is distinguished from a filled one', async () => {
  expect(await firstFilled(db.pool, ['polls', 'comments'])).toBe(null)
  expect(await firstFilled(db.pool, ['polls', 'users'])).toBe('users')
})

test('serving processes are counted on their own database, and on no other', async () => {
  const serving = openDb(address, 1, 'serve')
  await serving.pool.query('select 1')
  expect(await countSessions(db.pool, SERVING)).toBe(1)
  expect(await countSessions((await createDatabase()).db.pool, SERVING)).toBe(0)
  await serving.close()
})
