import pg from 'pg'
import { newestVersion } from './migrate.ts'
import { refusedWrite } from './refused-write.ts'
import { is } from './row-types.ts'
import { sql } from './sql.ts'

/** Why a database that answers is not ready for this process. */
export type Unready =
  | { why: 'newer_schema'; schema: number; known: number }
  | ({ why: 'no_writes' } & NoWrites)

/** `told`: the database's error code. */
type NoWrites = { cause: 'full' | 'read_only' } | { cause: 'told'; told: string }

/** The probe uses disk space, so it runs at most this often. */
const PROBE_MS = 5_000

const schema = sql<object, { version: number }>(
  'readiness.schema',
  'select coalesce(max(version), 0)::int as version from schema_migrations',
  { version: is.integer },
)

/**
 * A write that leaves nothing: it takes and commits a transaction number, and sends about a megabyte through
 * a temporary file beside the tables. Writing into a table's free space would not detect a full disk.
 */
const PROBE = `set local work_mem = '64kB'; set local temp_tablespaces = '';
  select pg_current_xact_id(), current_setting('transaction_read_only') = 'on' as read_only,
    (select count(*) from generate_series(1, 32768))`

/**
 * Returns a function that says why the database is not ready for this process; null: it is ready. That
 * function throws when the database does not answer. It compares with the migrations known at startup: the
 * program's files may be replaced in the meantime.
 */
export function openReadiness(pool: pg.Pool): () => Promise<Unready | null> {
  const known = newestVersion()
  const probe = atMostEvery(PROBE_MS, () => causeOf(pool))
  return async () => {
    const { version } = await schema.one(pool, {})
    const cause = await probe()
    if (cause !== null) return { why: 'no_writes', ...cause }
    return version > known ? { why: 'newer_schema', schema: version, known } : null
  }
}

/** Why writes fail, or null. */
async function causeOf(pool: pg.Pool): Promise<NoWrites | null> {
  try {
    const answers = (await pool.query(PROBE)) as unknown as pg.QueryResult<{ read_only: boolean }>[]
    return answers.at(-1)?.rows[0]?.read_only === true ? READ_ONLY : null
  } catch (error) {
    const cause = refusedWrite(error)
    if (cause !== null) return { cause }
    if (!(error instanceof pg.DatabaseError) || GONE.test(error.code ?? '')) throw error
    return { cause: 'told', told: `${error.code}` }
  }
}

const READ_ONLY: NoWrites = { cause: 'read_only' }
/** It is starting, stopping or too slow: we cannot tell whether writes work. */
const GONE = /^(08|57|55P03)/

/** Returns the last answer to calls within the pause; failures are not kept. */
function atMostEvery<T>(pause_ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null
  return async () => {
    if (last === null || performance.now() - last.at > pause_ms)
      last = { at: performance.now(), answer: ask() }
    const mine = last
    try {
      return await mine.answer
    } catch (error) {
      if (last === mine) last = null
      throw error
    }
  }
}
