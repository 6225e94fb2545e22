import pg from 'pg'
import { firstFilled, type Sequence, setSequences, type Table, tablesOf } from '../db/catalog.ts'
import { COPYING, copyIn, measureRows, type Print, printOf } from '../db/copy.ts'
import type { Db } from '../db/db.ts'
import { retireSigningKey } from '../db/keys/own-signing-key.ts'
import { type BoxedPoll, boxedPolls, closeWithoutKey } from '../db/keys/urn-key-polls.ts'
import type { UrnKeys, WrappedKey } from '../db/keys/urn-keys.ts'
import { migrateWithin, newestVersion, schemaVersion } from '../db/migrate.ts'
import { Halt } from '../errors.ts'
import type { BackupSource } from './backup-source.ts'
import { type Contents, damaged, type Header, type Heading, readHeader, recordOf } from './file-format.ts'

type NamedPoll = Pick<BoxedPoll, 'key' | 'title'>

export type Restored = Contents &
  Pick<Header, 'schema_version' | 'made_at'> & {
    /** Anonymous polls without their keys: they are closed, and their votes are lost. */
    without_key: NamedPoll[]
    /** Anonymous polls not counted yet, with their keys. */
    with_key: NamedPoll[]
  }

type Target = {
  client: pg.PoolClient
  tables: Map<string, Table>
  told: (table: string, print: Print) => void
  keys: WrappedKey[]
}

/** Tables that a new service, or its schema, fills before anyone uses it. */
const UNUSED_HOLDS = ['setup_links', 'poll_types', 'signing_keys']

/**
 * Restores a backup into an empty database: all of it or, after any error, nothing. Reads each table again
 * and compares it. Migrates a backup of an older schema. Calls `told` with the result of each table. Throws
 * Halt when the backup is damaged or too new, or the database is not empty.
 */
export async function restoreBackup(
  db: Db,
  source: BackupSource,
  told: (table: string, print: Print) => void = () => undefined,
): Promise<Restored> {
  const header = readHeader(await source.line(), newestVersion())
  const client = await db.pool.connect()
  try {
    await client.query(`begin; ${COPYING}; set local lock_timeout = 0`)
    const tables = await emptyTables(client, header.schema_version)
    const keys: WrappedKey[] = []
    const contents = await loadAll({ client, tables, told, keys }, source)
    await migrateWithin(client, 'newest')
    const boxed = await bringKeys(client, db.urn_keys, keys)
    await retireSigningKey(client)
    await client.query('commit')
    // So that the first queries get plans for the restored rows.
    await client.query('set statement_timeout = 0; analyze')
    return { ...contents, schema_version: header.schema_version, made_at: header.made_at, ...boxed }
  } finally {
    client.release(true)
  }
}

type Boxed = Record<'with_key' | 'without_key', BoxedPoll[]>

/** Stores the backup's keys that this service's secret opens. Closes the polls without their keys. */
async function bringKeys(client: pg.PoolClient, urn_keys: UrnKeys, keys: WrappedKey[]): Promise<Boxed> {
  if (keys.length > 0) await urn_keys.unwrap(client, keys)
  const boxed: Boxed = { with_key: [], without_key: [] }
  for (const poll of await boxedPolls(client))
    boxed[(await urn_keys.find(client, poll.urn_key)) === null ? 'without_key' : 'with_key'].push(poll)
  if (boxed.without_key.length > 0)
    await closeWithoutKey(
      client,
      boxed.without_key.map(({ id }) => id),
    )
  return boxed
}

/** The tables in this version of the schema, all empty. */
async function emptyTables(client: pg.PoolClient, version: number): Promise<Map<string, Table>> {
  const found = await tablesOf(client)
  if (found.length > 0) await requireUnused(client, found, version)
  await migrateWithin(client, version)
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]))
  for (const name of UNUSED_HOLDS.filter((held) => tables.has(held)))
    await client.query(`delete from ${name}`)
  return tables
}

async function requireUnused(client: pg.PoolClient, found: Table[], version: number): Promise<void> {
  const names = found.map(({ name }) => name)
  const present = await schemaVersion(client)
  const filled = await firstFilled(
    client,
    names.filter((name) => !UNUSED_HOLDS.includes(name)),
  )
  const mend = 'name an empty one (another DATA_DIR, or a new database in DATABASE_URL)'
  if (present === 0) throw new Halt(`The database contains tables that are not Folkmoot's: ${mend}.`)
  if (filled !== null) throw new Halt(`The database already contains data: ${mend}.`)
  if (present !== version) {
    throw new Halt(
      `The database was set up by another version (schema ${present}) than the backup's (${version}): ${mend}.`,
    )
  }
}

async function loadAll(target: Target, source: BackupSource): Promise<Contents> {
  const contents = { tables: 0, rows: 0 }
  for (;;) {
    const record = recordOf(await source.line())
    if (record['end'] === true) {
      const whole = record['tables'] === contents.tables && record['rows'] === contents.rows
      if (!whole || contents.tables !== target.tables.size) throw damaged()
      await source.end()
      return contents
    }
    if (Array.isArray(record['urn_keys'])) {
      target.keys.push(...(record['urn_keys'] as WrappedKey[]))
    } else if (Array.isArray(record['sequences'])) {
      await setSequences(target.client, record['sequences'] as Sequence[])
    } else {
      const { rows } = await loadTable(target, record as Partial<Heading>, source)
      contents.tables += 1
      contents.rows += rows
    }
  }
}

/** The received rows, the file's print of them, and the database's content must be equal. */
async function loadTable(
  { client, tables, told }: Target,
  heading: Partial<Heading>,
  source: BackupSource,
): Promise<Print> {
  const table = tables.get(heading.table ?? '')
  const columns = heading.columns
  if (table === undefined || columns?.join() !== table.columns.join()) throw damaged()
  const came = await copied(client, table, source)
  const written = recordOf(await source.line()) as Partial<Print>
  if (!same(came, written)) throw damaged()
  if (!same(await printOf(client, table), came))
    throw new Halt(`The table ${table.name} differs from the backup after writing. Nothing was restored.`)
  told(table.name, came)
  return came
}

async function copied(client: pg.PoolClient, table: Table, source: BackupSource): Promise<Print> {
  const measure = measureRows()
  async function* measured() {
    for await (const chunk of source.rows()) {
      measure.add(chunk)
      yield chunk
    }
  }
  try {
    await copyIn(client, table, measured())
    return measure.print()
  } catch (error) {
    // The database's error about an invalid row may quote it.
    throw error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '') ? damaged() : error
  }
}

function same(one: Print, other: Partial<Print>): boolean {
  return one.rows === other.rows && one.sha256 === other.sha256
}
