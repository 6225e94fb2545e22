import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Halt } from '../errors.ts'
import { SOURCE_FOLDER } from '../source-folder.ts'
import { type Db, SERVING } from './db.ts'
import { PATIENT, type Queryable } from './sql.ts'

// Any fixed number: every process that migrates this database asks for the same lock.
const LOCK = 7_410_263
const OLDEST_SERVER = 150_000
const ENCODING = 'UTF8'
const CREATE = `createdb --encoding=${ENCODING} --locale=C.UTF-8 --template=template0 NAME`
/**
 * How long a migration waits for a table. Later queries queue behind it, so the wait is shorter than their
 * own lock timeouts, and shorter than PostgreSQL's deadlock check, which could end a vote's transaction.
 */
const LOCK_WAIT_MS = 500
const LOCK_PAUSE_MS = 200
/** Lock timeout; deadlock. */
const IN_THE_WAY = new Set(['55P03', '40P01'])
const END_LIMIT_MS = 5_000

/** One migration of the schema. */
export type Step = { version: number; name: string; text: string }

const folder = (name: string) => new URL(`db/${name}/`, SOURCE_FOLDER)

/** This program's migrations, in order. */
export function knownSteps(): Step[] {
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
 * Migrates the schema to this program's version: forward only, each step in its own transaction, under an
 * advisory lock so that several processes may start at once, while processes of the previous release go on
 * serving (docs/releases.md). Returns the names of the applied steps. Throws Halt when the server is older
 * than PostgreSQL 15, a newer program has migrated the database, or its encoding is not UTF8.
 */
export async function migrate(db: Db, steps = knownSteps()): Promise<string[]> {
  const client = await db.pool.connect()
  try {
    await checkServer(client)
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query({ text: 'select pg_advisory_lock($1)', values: [LOCK], ...PATIENT })
    try {
      return await applyAll(client, steps)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK])
    }
  } finally {
    // We changed its timeouts: nobody else may reuse it.
    client.release(true)
  }
}

/** The version of this program's newest migration. */
export function newestVersion(): number {
  return newestOf(knownSteps())
}

const newestOf = (steps: Step[]) => steps.at(-1)?.version ?? 0

/** The version of the schema in this database; 0: none. */
export async function schemaVersion(on: Queryable): Promise<number> {
  const { rows: found } = await on.query("select to_regclass('schema_migrations') is not null as known")
  if (!found[0].known) return 0
  const { rows } = await on.query('select coalesce(max(version), 0)::int as version from schema_migrations')
  return rows[0].version
}

/**
 * Migrates the schema to this version, or to the newest with all functions, inside the caller's transaction,
 * which waits for other processes that migrate.
 */
export async function migrateWithin(client: pg.PoolClient, version: number | 'newest'): Promise<void> {
  await checkServer(client)
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  for (const step of await dueSteps(client, knownSteps())) {
    if (version === 'newest' || step.version <= version) await apply(client, step)
  }
  if (version === 'newest') await applyFunctions(client)
}

async function checkServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as words, current_setting('server_encoding') as encoding",
  )
  if (rows[0].number < OLDEST_SERVER) {
    throw new Halt(`The database is PostgreSQL ${rows[0].words}; Folkmoot needs 15 or newer.`)
  }
  await checkEncoding(client, rows[0].encoding)
}

async function checkEncoding(client: pg.PoolClient, encoding: string): Promise<void> {
  if (encoding === ENCODING) return
  // It takes every migration, so a service may have begun with it: that goes on.
  if (encoding === 'SQL_ASCII' && (await schemaVersion(client)) > 0) return
  throw new Halt(
    `The database has the encoding ${encoding}; Folkmoot needs ${ENCODING}. Create another with "${CREATE}", and put its name into DATABASE_URL.`,
  )
}

async function applyAll(client: pg.PoolClient, steps: Step[]): Promise<string[]> {
  const due = await dueSteps(client, steps)
  for (const step of due) {
    await inOne(client, async () => {
      const before = await columnsOf(client)
      await apply(client, step)
      if (areChanged(before, await columnsOf(client))) await endServing(client)
    })
  }
  await inOne(client, () => applyFunctions(client))
  return due.map((step) => step.name)
}

async function dueSteps(client: pg.PoolClient, steps: Step[]): Promise<Step[]> {
  await client.query(`create table if not exists schema_migrations (
    version int primary key, name text not null, applied_at timestamptz not null default now())`)
  await client.query('create table if not exists schema_functions (hash text primary key)')
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations')
  const done = new Set(rows.map((row) => row.version))
  const newest = newestOf(steps)
  if (rows.some((row) => row.version > newest)) {
    throw new Halt(
      'A newer version of Folkmoot has migrated the database: start that version, or restore a backup.',
    )
  }
  return steps.filter((step) => !done.has(step.version))
}

async function apply(client: pg.PoolClient, { version, name, text }: Step): Promise<void> {
  await client.query({ text, ...PATIENT })
  await client.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name])
}

/** Replaces the functions whenever their text differs from the last applied one. */
async function applyFunctions(client: pg.PoolClient): Promise<void> {
  const text = functions()
  const hash = createHash('sha256').update(text).digest('hex')
  const { rows } = await client.query('select 1 from schema_functions where hash = $1', [hash])
  if (rows.length > 0) return
  await client.query(`${text};\ndelete from schema_functions`)
  await client.query('insert into schema_functions (hash) values ($1)', [hash])
}

type Columns = Map<number, string>

/** The tables by their numbers, each with its columns and their types. */
async function columnsOf(client: pg.PoolClient): Promise<Columns> {
  const { rows } = await client.query<{ id: number; columns: string }>(
    `select attrelid::int as id, string_agg(concat_ws(' ', attname, atttypid, atttypmod), ',' order by attnum) as columns
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped
     group by attrelid`,
  )
  return new Map(rows.map(({ id, columns }) => [id, columns]))
}

/** Whether tables that existed before have other columns now. */
function areChanged(before: Columns, now: Columns): boolean {
  return [...before].some(([id, columns]) => now.get(id) !== columns)
}

/**
 * Closes the connections of serving processes while the changed tables are still locked: each has plans in
 * which \`*\` means the former columns, and would refuse to run them. They reconnect by themselves; waiting
 * requests get 503.
 */
async function endServing(client: pg.PoolClient): Promise<void> {
  await client.query({
    text: `select pg_terminate_backend(pid, $2) from pg_stat_activity
      where application_name = $1 and datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    values: [SERVING, END_LIMIT_MS],
    ...PATIENT,
  })
}

/** In one transaction, retried while others hold its locks. */
async function inOne(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  while (!(await isDone(client, work))) await sleep(LOCK_PAUSE_MS * (1 + Math.random()))
}

/** False when it did not get a lock in time. */
async function isDone(client: pg.PoolClient, work: () => Promise<void>): Promise<boolean> {
  await client.query(`begin; set local lock_timeout = '${LOCK_WAIT_MS}ms'`)
  try {
    await work()
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (IN_THE_WAY.has((error as { code?: string }).code ?? '')) return false
    throw error
  }
}
