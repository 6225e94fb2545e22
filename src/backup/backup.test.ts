import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { makePoll } from '../../test/tell.ts'
import { addMembers, createDatabase, createWorld } from '../../test/world.ts'
import { sequencesOf, type Table, tablesOf } from '../db/catalog.ts'
import { COPYING, type Print, printOf } from '../db/copy.ts'
import type { Db } from '../db/db.ts'
import { migrateWithin, newestVersion, schemaVersion } from '../db/migrate.ts'
import { makeDemo } from '../demo/make-demo.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { openSource } from './backup-source.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const world = await createWorld()
const voters = await addMembers(world)
let whole: Buffer = Buffer.alloc(0)

beforeAll(async () => {
  await makeDemo(world.db, world.ada.id)
  whole = await written(world.db)
})

async function written(db: Db): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of writeBackup(db, 'columns')) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A stream with pieces of any size, as when reading from disk. */
async function* pieces(bytes: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function restored(bytes: Buffer, size?: number): Promise<Db> {
  const { db } = await createDatabase()
  await restoreBackup(db, openSource(pieces(bytes, size)))
  return db
}

/** A fingerprint of every table, and every sequence. */
async function allOf(db: Db, tables?: Table[]): Promise<object> {
  const client = await db.pool.connect()
  try {
    await client.query(`begin; ${COPYING}`)
    const prints: Record<string, Print> = {}
    for (const table of tables ?? (await tablesOf(client))) prints[table.name] = await printOf(client, table)
    return { prints, sequences: await sequencesOf(client) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const restoreInto = (db: Db, bytes: Buffer) => restoreBackup(db, openSource(pieces(bytes)))

test('a restored database is the same, row for row, and continues with the next numbers', async () => {
  const copy = await restored(whole)
  expect(await allOf(copy)).toEqual(await allOf(world.db))
  expect(await written(copy).then((bytes) => bytes.subarray(bytes.indexOf('\n')))).toEqual(
    whole.subarray(whole.indexOf('\n')),
  )
  const next = "insert into users (email) values ('next@mill.example') returning id"
  const { rows } = await copy.pool.query<{ id: number }>(next)
  const { rows: most } = await world.db.pool.query<{ id: number }>('select max(id) as id from users')
  expect(rows[0]?.id).toBeGreaterThan(most[0]?.id ?? 0)
})

test('it is read the same in pieces of any size', async () => {
  const small = await createWorld()
  const bytes = await written(small.db)
  for (const size of [1, 7, 1_000])
    expect(await allOf(await restored(bytes, size))).toEqual(await allOf(small.db))
})

test('writes during the backup are not in it, and need not wait', async () => {
  const { db } = await createWorld()
  const writing = writeBackup(db, 'columns')
  const chunks = [(await writing.next()).value as Buffer]
  await db.pool.query("insert into users (email) values ('late@mill.example')")
  for await (const chunk of writing) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).not.toContain('late@mill.example')
  expect((await written(db)).toString()).toContain('late@mill.example')
})

test('a copy that will replace its original blocks writes', async () => {
  const { db } = await createWorld()
  const writing = writeBackup(db, 'rows')
  await writing.next()
  const late = db.pool.query(
    "begin; set local lock_timeout = '50ms'; insert into users (email) values ('late@mill.example')",
  )
  await expect(late).rejects.toThrow('lock timeout')
  await writing.return(undefined)
})

test('ballots of an open anonymous poll are in an order that reveals nothing about the voting', async () => {
  const poll_id = await makePoll(world, { settings: { anonymous: true, stance_reason_required: 'disabled' } })
  for (const user_id of [...voters].reverse())
    await castBallot(world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })
  const text = (await written(world.db)).toString()
  const rowsOf = (table: string) =>
    (text.split(`{"table":"${table}",`)[1]?.split('\\.\n')[0] ?? '').split('\n').slice(1, -1)
  const urn = rowsOf('urn_boxes').map((row) => row.split('\t')[0])
  const electorate = rowsOf('electorate').map((row) => row.split('\t').slice(0, 2).map(Number))
  const heap = await world.db.pool.query<{ user_id: number }>(
    'select user_id from electorate where poll_id = $1 and voted order by ctid',
    [poll_id],
  )
  // The control: the heap does reveal who voted first.
  expect(heap.rows.map(({ user_id }) => user_id)).toEqual([...voters].reverse())
  expect(urn.length).toBeGreaterThanOrEqual(voters.length)
  expect(urn).toEqual([...urn].sort())
  expect(electorate).toEqual([...electorate].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
})

describe('a file that was changed', () => {
  const changed = (from: string | RegExp, to: string) => Buffer.from(whole.toString().replace(from, to))

  test.each([
    ['cut in the middle', () => whole.subarray(0, whole.length / 2), /incomplete/],
    ['cut before its last line', () => whole.subarray(0, whole.lastIndexOf('{"end"')), /incomplete/],
    ['with something behind it', () => Buffer.concat([whole, Buffer.from('more\n')]), /damaged/],
    ['with another name in a row', () => changed('ada@mill.example', 'eve@mill.example'), /damaged/],
    ['with a row less', () => changed(/^\d+\t.*ben@mill\.example.*\n/m, ''), /damaged/],
    ['with a table less', () => changed(/\{"table":"mutes"[\s\S]*?\\\.\n.*\n/, ''), /damaged/],
    ['with a column less', () => changed('"columns":["id",', '"columns":['), /damaged/],
    ['with a letter for a number', () => changed(/^1\t/m, 'x\t'), /damaged/],
    [
      'of a newer schema',
      () => changed(/"schema_version":\d+/, '"schema_version":9999'),
      /newer version of Folkmoot/,
    ],
    [
      'of a newer format',
      () => changed('"folkmoot_backup":1', '"folkmoot_backup":2'),
      /newer version of Folkmoot/,
    ],
    ['that is none', () => Buffer.from('hello\n'), /not a backup/],
    ['that is empty', () => Buffer.alloc(0), /incomplete/],
  ])('%s is refused, and nothing is left behind', async (_, bytes, words) => {
    const { db } = await createDatabase()
    await expect(restoreInto(db, bytes())).rejects.toThrow(words)
    expect(await tablesOf(db.pool)).toEqual([])
  })
})

describe('the target database', () => {
  test('must be empty', async () => {
    await expect(restoreInto((await createWorld()).db, whole)).rejects.toThrow(/already contains data/)
    const { db } = await createDatabase()
    await db.pool.query('create table recipes (id int primary key)')
    await expect(restoreInto(db, whole)).rejects.toThrow("tables that are not Folkmoot's")
  })

  test('may have been set up by a service that is still unused', async () => {
    const { db } = await createDatabase()
    await inTransaction(db, (client) => migrateWithin(client, 'newest'))
    await db.pool.query("insert into setup_links (hash) values (sha256('x'))")
    await restoreInto(db, whole)
    expect((await db.pool.query('select from setup_links')).rowCount).toBe(0)
  })
})

test('a backup of an older schema is migrated', async () => {
  const OLDER = 9
  const old = await createDatabase()
  await inTransaction(old.db, (client) => migrateWithin(client, OLDER))
  await old.db.pool.query("insert into users (email, locale) values ('ada@mill.example', 'de')")
  const before = await tablesOf(old.db.pool)
  const copy = await restored(await written(old.db))
  expect(await schemaVersion(copy.pool)).toBe(newestVersion())
  expect(newestVersion()).toBeGreaterThan(OLDER)
  const users = before.filter(({ name }) => name === 'users')
  expect(await allOf(copy, users)).toMatchObject(await allOf(old.db, users))
  await expect(restoreInto(copy, await written(old.db))).rejects.toThrow('already contains data')
})

async function inTransaction(db: Db, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await db.pool.connect()
  await client.query('begin')
  await work(client)
  await client.query('commit')
  client.release()
}
