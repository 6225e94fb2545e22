import type pg from 'pg'
import { lockTables, sequencesOf, type Table, tablesOf } from '../db/catalog.ts'
import { COPYING, copyOut, measureRows, type Print } from '../db/copy.ts'
import type { Db } from '../db/db.ts'
import { boxedPolls } from '../db/keys/urn-key-polls.ts'
import type { UrnKeys, WrappedKey } from '../db/keys/urn-keys.ts'
import { schemaVersion } from '../db/migrate.ts'
import { END_OF_ROWS, FORMAT, lineOf } from './file-format.ts'

/** A line is in memory as a whole. */
const KEYS_A_LINE = 1_000

/** `rows`: blocks writes, because later writes would be lost. */
export type Keep = 'rows' | 'columns'

/** Called with the result of each table, and with the progress: in bytes of the tables. */
export type Watcher = {
  table?(name: string, print: Print): void
  progress?(done: number, of: number): void
}

/** Streams all data of the database, as of one moment, while the service continues. */
export async function* writeBackup(db: Db, keep: Keep, watcher: Watcher = {}): AsyncGenerator<Buffer> {
  const client = await db.pool.connect()
  try {
    const tables = await tablesOf(client)
    // A poll may be sealed, and its key destroyed, right after the snapshot: so we read the open polls' keys
    // before.
    const early = await keysOf(client, db.urn_keys)
    await client.query(`begin isolation level repeatable read, read only; ${COPYING}`)
    // Before the first query, which takes the snapshot.
    await lockTables(client, tables, keep)
    const keys = await keysOf(client, db.urn_keys, early)
    yield* allOf({ client, tables, keys }, watcher)
    await client.query('commit')
  } finally {
    // It may be in the middle of a copy that nobody reads any more.
    client.release(true)
  }
}

/** The keys that polls need now, including those in `had` from before. */
async function keysOf(
  client: pg.PoolClient,
  urn_keys: UrnKeys,
  had: WrappedKey[] = [],
): Promise<WrappedKey[]> {
  const needed = new Set((await boxedPolls(client)).map(({ urn_key }) => urn_key))
  const here = had.filter(({ public_key }) => needed.delete(public_key))
  return [...here, ...(needed.size === 0 ? [] : await urn_keys.wrap(client, [...needed]))]
}

type Source = { client: pg.PoolClient; tables: Table[]; keys: WrappedKey[] }

async function* allOf({ client, tables, keys }: Source, watcher: Watcher): AsyncGenerator<Buffer> {
  yield bytesOf(await headerOf(client))
  const passed = passing(tables, watcher)
  let rows = 0
  for (const table of tables) {
    const measure = measureRows()
    yield bytesOf(lineOf({ table: table.name, columns: table.columns }))
    for await (const chunk of copyOut(client, table)) {
      measure.add(chunk)
      passed.add(table, chunk)
      yield chunk
    }
    const print = measure.print()
    watcher.table?.(table.name, print)
    passed.end(table)
    rows += print.rows
    yield bytesOf(`${END_OF_ROWS}${lineOf(print)}`)
  }
  // Read last: numbers taken after the snapshot are harmless, earlier ones must be included.
  yield bytesOf(lineOf({ sequences: await sequencesOf(client) }))
  for (let at = 0; at < keys.length; at += KEYS_A_LINE)
    yield bytesOf(lineOf({ urn_keys: keys.slice(at, at + KEYS_A_LINE) }))
  yield bytesOf(lineOf({ end: true, tables: tables.length, rows }))
}

/** Counts a table by its size on disk: the size of its rows is known only afterwards. */
function passing(tables: Table[], watcher: Watcher) {
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let ended = 0
  let here = 0
  return {
    add({ bytes }: Table, chunk: Buffer) {
      here += chunk.length
      watcher.progress?.(ended + Math.min(here, bytes), all)
    },
    end({ bytes }: Table) {
      ended += bytes
      here = 0
      watcher.progress?.(ended, all)
    },
  }
}

async function headerOf(client: pg.PoolClient): Promise<string> {
  const schema_version = await schemaVersion(client)
  return lineOf({ folkmoot_backup: FORMAT, schema_version, made_at: new Date().toISOString() })
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}
