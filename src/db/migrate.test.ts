import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, createWorld, type World } from '../../test/world.ts'
import { type Db, openDb } from './db.ts'
import { knownSteps, migrate, migrateWithin, schemaVersion } from './migrate.ts'

const PLANTED = 9_999
const SHORTER_THAN_A_LOCK_IS_WAITED_FOR_MS = 2_500

/** Migrates a world by one step more than this program has. */
function migrateBy(world: World, text: string): Promise<string[]> {
  return migrate(world.db, [...knownSteps(), { version: PLANTED, name: 'planted', text }])
}

/** A serving process with one connection. */
async function openServing({ address }: World): Promise<{ serving: Db; pid: () => Promise<number> }> {
  const serving = openDb(address, 1, 'serve')
  const pid = async () => (await serving.pool.query<{ pid: number }>(PID)).rows[0]?.pid ?? 0
  await serving.pool.query(STAR)
  return { serving, pid }
}

const PID = 'select pg_backend_pid() as pid'
const STAR: pg.QueryConfig = { name: 'star', text: 'select * from polls' }

test('a serving process keeps no plan for a table that a migration has changed', async () => {
  const world = await createWorld()
  const { serving } = await openServing(world)
  expect(await migrateBy(world, 'alter table polls add column planted int')).toEqual(['planted'])
  await expect.poll(() => serving.pool.totalCount).toBe(0)
  const { fields } = await serving.pool.query(STAR)
  expect(fields.at(-1)?.name).toBe('planted')
  // The error it would get otherwise.
  await world.db.pool.query('alter table polls add column another int')
  await expect(serving.pool.query(STAR)).rejects.toThrow('cached plan must not change result type')
  await serving.close()
})

test('a migration that changes no existing table closes no connection', async () => {
  const world = await createWorld()
  const { serving, pid } = await openServing(world)
  const before = await pid()
  expect(await migrateBy(world, 'create table planted (id int primary key)')).toEqual(['planted'])
  expect(await pid()).toBe(before)
  await serving.close()
})

test('a migration that waits for a lock blocks others only briefly, and is applied in the end', async () => {
  const world = await createWorld()
  const { serving } = await openServing(world)
  const reader = await world.db.pool.connect()
  await reader.query('begin; select * from polls')
  const migrated = migrateBy(world, 'alter table polls add column planted int')
  await expect.poll(() => countWaiting(world)).toBeGreaterThan(0)
  const began = performance.now()
  await serving.pool.query(STAR)
  expect(performance.now() - began).toBeLessThan(SHORTER_THAN_A_LOCK_IS_WAITED_FOR_MS)
  await reader.query('commit')
  reader.release()
  expect(await migrated).toEqual(['planted'])
  await serving.close()
})

test('a program does not start on a newer schema than its own', async () => {
  const world = await createWorld()
  await migrateBy(world, 'create table planted (id int primary key)')
  await expect(migrate(world.db)).rejects.toThrow('A newer version of Folkmoot has migrated the database')
})

test('threads that clients had called public without effect are private before groups can be public', async () => {
  const { db } = await createDatabase()
  const publishing = knownSteps().find(({ name }) => name.endsWith('public-groups.sql'))?.version ?? 0
  const client = await db.pool.connect()
  await migrateWithin(client, publishing - 1)
  client.release()
  await db.pool.query(`
    insert into users (id, email) overriding system value values (1, 'ada@mill.example');
    insert into groups (id, key, handle, name) overriding system value values (1, 'aaaaaaaa', 'mill-lane', 'Mill Lane');
    insert into discussions (key, group_id, author_id, title, description_format, private)
    values ('dddddddd', 1, 1, 'Trees', 'md', false), ('eeeeeeee', 1, 1, 'Bikes', 'md', true)`)
  await migrate(db)
  const { rows } = await db.pool.query(
    'select d.private, g.public, g.indexed from discussions d join groups g on g.id = d.group_id',
  )
  expect(rows).toEqual(Array(2).fill({ private: true, public: false, indexed: false }))
})

test('logins of people who were removed before logins were remembered are remembered too', async () => {
  const { db } = await createDatabase()
  const remembering = knownSteps().find(({ name }) => name.endsWith('mapped-logins.sql'))?.version ?? 0
  const client = await db.pool.connect()
  await migrateWithin(client, remembering - 1)
  client.release()
  await db.pool.query(`
    insert into users (id, email) overriding system value
      select n, n || '@mill.example' from generate_series(1, 4) n;
    insert into groups (id, key, handle, name) overriding system value
      values (1, 'aaaaaaaa', 'mill-lane', 'Mill Lane'), (2, 'bbbbbbbb', 'bees', 'Bees');
    insert into memberships (group_id, user_id, mapped_by, revoked_at)
      values (1, 1, 'https://a.example', null), (1, 2, null, now()), (1, 3, null, null), (1, 4, null, null), (2, 1, null, null);
    insert into identities (issuer, subject, user_id, signed_in_at)
      values ('https://a.example', 'one', 1, now()), ('https://a.example', 'two', 2, now()),
        ('https://a.example', 'unused', 3, null), ('https://b.example', 'elsewhere', 4, now())`)
  await migrate(db)
  const { rows } = await db.pool.query('select group_id::int, user_id::int from mapped_logins order by 2')
  expect(rows).toEqual([
    { group_id: 1, user_id: 1 },
    { group_id: 1, user_id: 2 },
  ])
})

test('functions are created and replaced, never dropped: an older process may call them', () => {
  const folder = new URL('functions/', import.meta.url)
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => /\bdrop\b/i.test(readFileSync(new URL(file, folder), 'utf8')))).toEqual([])
})

/** Sessions that wait for a table. */
async function countWaiting({ db }: World): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(`select count(*)::int as n from pg_locks
    where not granted and relation is not null and database = (select oid from pg_database where datname = current_database())`)
  return rows[0]?.n ?? 0
}

test.each(['SQL_ASCII', 'LATIN1'])(
  'a new database with the encoding %s is refused before the first migration',
  async (encoding) => {
    const { db } = await createDatabase('template0', optionsOf(encoding))
    await expect(migrate(db)).rejects.toThrow(
      `The database has the encoding ${encoding}; Folkmoot needs UTF8. Create another with "createdb --encoding=UTF8 `,
    )
    expect(await schemaVersion(db.pool)).toBe(0)
  },
)

test('a service that has begun with SQL_ASCII goes on after an upgrade', async () => {
  const { db } = await createDatabase('template0', optionsOf('SQL_ASCII'))
  await db.pool.query('create table schema_migrations (version int primary key, name text not null)')
  for (const { version, name, text } of knownSteps()) {
    await db.pool.query(text)
    await db.pool.query('insert into schema_migrations values ($1, $2)', [version, name])
  }
  expect(await migrate(db)).toEqual([])
})

const optionsOf = (encoding: string) => `encoding '${encoding}' locale_provider libc locale 'C'`
