import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { Halt } from '../errors.ts'
import type { Db } from './db.ts'
import { PATIENT, type Queryable } from './sql.ts'

// Any fixed number: every process that migrates this database asks for the same lock.
const LOCK = 7_410_263
const OLDEST_SERVER = 150_000

type Piece = { version: number; name: string; text: string }

const folder = (name: string) => new URL(`./${name}/`, import.meta.url)

function pieces(): Piece[] {
  return readdirSync(folder('migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      version: Number.parseInt(name, 10),
      name,
      text: readFileSync(new URL(name, folder('migrations')), 'utf8'),
    }))
}

function functions(): string {
  const names = readdirSync(folder('functions'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.map((name) => readFileSync(new URL(name, folder('functions')), 'utf8')).join('\n')
}

/**
 * Brings the schema up to this program's version: forward only, each step in its own transaction, under an
 * advisory lock so that several processes may start at once. Returns the names of the steps applied.
 * Halts when the database is older than PostgreSQL 15 or was migrated by a newer program.
 */
export async function migrate(db: Db): Promise<string[]> {
  const client = await db.pool.connect()
  try {
    await checkServer(client)
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query({ text: 'select pg_advisory_lock($1)', values: [LOCK], ...PATIENT })
    try {
      return await applyAll(client)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK])
    }
  } finally {
    // Its time-outs were changed: not for others to use.
    client.release(true)
  }
}

/** The version of the newest step this program knows. */
export function newestVersion(): number {
  return pieces().at(-1)?.version ?? 0
}

/** The version of the schema in this database; 0: none. */
export async function schemaVersion(on: Queryable): Promise<number> {
  const { rows: found } = await on.query("select to_regclass('schema_migrations') is not null as known")
  if (!found[0].known) return 0
  const { rows } = await on.query('select coalesce(max(version), 0)::int as version from schema_migrations')
  return rows[0].version
}

/**
 * Brings the schema to this version, or to the newest with all functions, inside the caller's transaction, which
 * waits for whoever else is migrating.
 */
export async function migrateWithin(client: pg.PoolClient, version: number | 'newest'): Promise<void> {
  await checkServer(client)
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  for (const piece of await duePieces(client)) {
    if (version === 'newest' || piece.version <= version) await apply(client, piece)
  }
  if (version === 'newest') await applyFunctions(client)
}

async function checkServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as words",
  )
  if (rows[0].number < OLDEST_SERVER) {
    throw new Halt(`The database is PostgreSQL ${rows[0].words}; Folkmoot needs 15 or newer.`)
  }
}

async function applyAll(client: pg.PoolClient): Promise<string[]> {
  const due = await duePieces(client)
  for (const piece of due) await inOne(client, () => apply(client, piece))
  await inOne(client, () => applyFunctions(client))
  return due.map((piece) => piece.name)
}

async function duePieces(client: pg.PoolClient): Promise<Piece[]> {
  await client.query(`create table if not exists schema_migrations (
    version int primary key, name text not null, applied_at timestamptz not null default now())`)
  await client.query('create table if not exists schema_functions (hash text primary key)')
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations')
  const done = new Set(rows.map((row) => row.version))
  const newest = newestVersion()
  if (rows.some((row) => row.version > newest)) {
    throw new Halt(
      'The database was migrated by a newer Folkmoot than this one: start that version, or restore a backup.',
    )
  }
  return pieces().filter((piece) => !done.has(piece.version))
}

async function apply(client: pg.PoolClient, { version, name, text }: Piece): Promise<void> {
  await client.query({ text, ...PATIENT })
  await client.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name])
}

/** Functions are replaced whenever their text differs from what was applied last. */
async function applyFunctions(client: pg.PoolClient): Promise<void> {
  const text = functions()
  const hash = createHash('sha256').update(text).digest('hex')
  const { rows } = await client.query('select 1 from schema_functions where hash = $1', [hash])
  if (rows.length > 0) return
  await client.query(`${text};\ndelete from schema_functions`)
  await client.query('insert into schema_functions (hash) values ($1)', [hash])
}

async function inOne(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
