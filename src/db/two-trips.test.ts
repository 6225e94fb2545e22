import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { createEmptyService } from '../../test/world.ts'
import { printOf } from './copy.ts'
import { changeInTwoTrips, type Db, openDb, SYSTEM } from './db.ts'
import { isRefusedByDatabase } from './failures.ts'
import { is } from './row-types.ts'
import { type Queryable, sql } from './sql.ts'

const NOTES = { name: 'notes', columns: ['note'], order: ['note'] }
const count = sql<object, { notes: number }>('test.notes', 'select count(*)::int as notes from notes', {
  notes: is.integer,
})
const add = sql<{ note: number }>('test.add_note', 'insert into notes (note) values (:note)')
const divide = sql<{ by: number }>('test.divide', 'select 1 / :by::int')

const counted = async (on: Queryable) => (await count.one(on, {})).notes
/** With one connection, which each test gets as the one before it left it. */
let db: Db

beforeAll(async () => {
  db = openDb((await createEmptyService()).address, 1)
  atEnd(() => db.close())
  await db.pool.query('create table notes (note int primary key)')
})

/** Adds the number of notes as a note. */
const noted = (more: { reads?: number; writes?: number } = {}) =>
  changeInTwoTrips(db, SYSTEM, {
    read: async (tx) => {
      const [notes] = await Promise.all([counted(tx), divide.run(tx, { by: more.reads ?? 1 })])
      return notes
    },
    plan: async ({ tx }, notes) => notes + (await counted(tx)),
    write: async (tx, note) => {
      await Promise.all([add.run(tx, { note }), divide.run(tx, { by: more.writes ?? 1 })])
      return note
    },
  })

test('a change in two trips reads, writes and commits', async () => {
  expect([await noted(), await noted(), await counted(db.pool)]).toEqual([0, 2, 2])
})

test('of one whose statements fail nothing is left, and the error is theirs', async () => {
  const before = await counted(db.pool)
  for (const failing of [{ reads: 0 }, { writes: 0 }]) {
    const error = await noted(failing).catch((reason) => reason)
    expect(error).toMatchObject({ code: '22012' })
    expect(isRefusedByDatabase(error)).toBe(true)
  }
  expect(await counted(db.pool)).toBe(before)
})

test('its connection serves other changes and copies afterwards', async () => {
  const note = await noted()
  expect(await counted(db.pool)).toBeGreaterThan(0)
  const client = await db.pool.connect()
  const { rows } = await printOf(client, NOTES as Parameters<typeof printOf>[1])
  client.release()
  expect(rows).toBe(note / 2 + 1)
})

test('a connection that is lost between the trips is an error, and nothing is left', async () => {
  const before = await counted(db.pool)
  const lost = changeInTwoTrips(db, SYSTEM, {
    read: (tx) => add.run(tx, { note: 1_000 }),
    plan: async ({ tx }) => {
      await tx.query('select pg_terminate_backend(pg_backend_pid())').catch(() => null)
    },
    write: (tx) => add.run(tx, { note: 1_001 }),
  })
  const error = await lost.catch((reason) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(isRefusedByDatabase(error)).toBe(false)
  expect(await counted(db.pool)).toBe(before)
})
