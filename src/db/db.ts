import pg from 'pg'
import { Unavailable } from '../errors.ts'
import { openWatchdog } from './connection-watchdog.ts'
import { openUrnKeys } from './keys/open-urn-keys.ts'
import type { KeyPlace, UrnKeys } from './keys/urn-keys.ts'
import { Client, isLost } from './lost.ts'
import type { Queryable } from './sql.ts'

/** Whoever makes a change: a program through its key, a person, or the service's own clock. */
export type Actor =
  | { kind: 'key'; user_id: number; api_key_id: number; group_id: number }
  | { kind: 'person'; user_id: number }
  | { kind: 'system'; user_id: null }

/** How many addresses new to the service a person and a key may invite in an hour; 0: any number. */
export type Limits = { invites_of_person: number; invites_of_key: number }

/**
 * What a change is given: its transaction, who makes it, the database's time at its start, where keys are
 * kept, and the limits it is made under; null: none, it is the operator's own.
 */
export type Act = { tx: Queryable; actor: Actor; now: Date; urn_keys: UrnKeys; limits: Limits | null }

export const SYSTEM: Actor = { kind: 'system', user_id: null }

/**
 * Where the database is, an address of your own or the bundled one's socket folder, and where urns' keys are
 * kept.
 */
export type Address = (
  | { connection_string: string }
  | { host: string; port: number; user: string; database: string }
) & { keys?: KeyPlace }

export type Db = {
  pool: pg.Pool
  urn_keys: UrnKeys
  /** The server is ours alone: its settings and its log may be touched. */
  bundled: boolean
  /** What changes are held to. Null at the command line; doors are given a database that has some. */
  limits: Limits | null
  /** Called after a commit that recorded something: wakes this process's dispatcher. */
  onCommit: (wake: () => void) => void
  committed: () => void
  close: () => Promise<void>
}

const CONNECT_MS = 3_000
/**
 * The server ends a statement after 10 s. On one connection that the network has forgotten nothing is heard
 * even then: it is given up, or it would be waited for without end. (A server that is silent altogether is
 * noticed by its watchdog.)
 */
const SILENCE_MS = 12_000
const SESSION =
  '-c lock_timeout=3s -c statement_timeout=10s -c idle_in_transaction_session_timeout=15s -c timezone=UTC -c datestyle=ISO'

// The instants and numbers of the database are read the same way everywhere: bigint as a number (ids and sums
// stay far below 2^53), timestamps as Date, JSON as it is.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(isoOf(text)))
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(1016, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

/** '2026-11-21 07:50:16.5+00' as ISO 8601: the session's zone is UTC. */
function isoOf(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, text.length - 3)}Z`
}

/** By what its connections are called, a process that serves is known to others. */
export const SERVING = 'folkmoot serve'

/** Opens a pool. Nothing is connected until the first statement. `size` is the most connections held. */
export function openDb(address: Address, size: number, role: 'serve' | 'command' = 'command'): Db {
  const where =
    'connection_string' in address
      ? { connectionString: address.connection_string }
      : { host: address.host, port: address.port, user: address.user, database: address.database, ssl: false }
  const watchdog = role === 'serve' ? openWatchdog() : null
  const pool = new pg.Pool({
    ...where,
    Client: watchdog?.Client ?? Client,
    max: size,
    types,
    options: SESSION,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // A command waits as long as its work takes.
    ...(role === 'serve' ? { query_timeout: SILENCE_MS } : {}),
    idleTimeoutMillis: 60_000,
    application_name: role === 'serve' ? SERVING : 'folkmoot',
  })
  // A connection that breaks between two statements of a transaction: the next statement says so.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  // An idle connection that breaks is dropped by the pool; the next statement opens another or says 503.
  pool.on('error', () => undefined)
  watchdog?.watch(pool)
  const wakers: (() => void)[] = []
  return {
    pool,
    urn_keys: openUrnKeys(address.keys),
    bundled: (address.keys?.folder ?? null) !== null,
    limits: null,
    onCommit: (wake) => void wakers.push(wake),
    committed: () => {
      for (const wake of wakers) wake()
    },
    close: () => {
      watchdog?.stop()
      return pool.end()
    },
  }
}

/** What to run a statement on: the pool, or the transaction one is in. */
export function poolOf(on: Db | Queryable): Queryable {
  return 'pool' in on ? on.pool : on
}

const RETRIES = 5
const RETRY_PAUSE_MS = 20
// Serialization failure, deadlock; and a random public key that was already taken.
const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Runs one change in one transaction: everything it writes is committed together, or nothing is.
 * Deadlocks, serialization failures and collisions of random keys are tried again, up to 5 times.
 */
export async function change<T>(db: Db, actor: Actor, run: (act: Act) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await once(db, actor, run)
      db.committed()
      return result
    } catch (error) {
      if (attempt > RETRIES || !worthRetrying(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * attempt * (0.5 + Math.random())))
    }
  }
}

async function once<T>(db: Db, actor: Actor, run: (act: Act) => Promise<T>): Promise<T> {
  const tx = await db.pool.connect()
  let broken: Error | undefined
  try {
    const opened = (await tx.query('begin; select now() as now')) as unknown as pg.QueryResult<{
      now: Date
    }>[]
    const now = opened[1]?.rows[0]?.now ?? new Date()
    const result = await run({ tx, actor, now, urn_keys: db.urn_keys, limits: db.limits })
    const committed = await tx.query('commit')
    // A commit of a failed transaction answers ROLLBACK without an error.
    if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    // Nothing can be asked of a connection that is silent; the end of it rolls back.
    if (isSilence(error)) broken = error
    else
      await tx.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    throw error
  } finally {
    tx.release(broken)
  }
}

function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}

function worthRetrying(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  if (RETRYABLE.has(error.code ?? '')) return true
  return error.code === '23505' && (error.constraint ?? '').endsWith('_key_unique')
}

const AWAY = /^(08|53|57P0)|^(55P03|57014|25006)$/

/** Unavailable when the error says that the database is away or too slow; otherwise the error itself. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '') ? new Unavailable() : error
  return isLost(error) ? new Unavailable() : error
}

/** Whether it failed for having waited too long for what somebody else has locked. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/**
 * What is wrong with the data a statement is given, or what it does with them. All else is the database's own
 * trouble.
 */
const FAULTY = /^(21|22|23|44|P0)/

/** Whether it failed for the state of the database or of the way there, and not for what was asked of it. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (asUnavailable(error) instanceof Unavailable) return true
  if (error instanceof pg.DatabaseError) return !FAULTY.test(error.code ?? '')
  return error instanceof Error && 'syscall' in error
}
