import pg from 'pg'
import { openWatchdog } from './connection-watchdog.ts'
import { isSilence, worthRetrying } from './failures.ts'
import { type AddressKeys, openAddressKeys } from './keys/address-keys.ts'
import { openUrnKeys } from './keys/open-urn-keys.ts'
import { openPushKeys, type PushKeys } from './keys/push-keys.ts'
import { NO_SIGNER, type Signer } from './keys/signing-key.ts'
import type { KeyPlace, UrnKeys } from './keys/urn-keys.ts'
import { Client } from './lost.ts'
import type { Queryable } from './sql.ts'
import { connectionsOfOne, type Turns, turns } from './turns.ts'

/** The actor of a change: a program with its key, a person, or the service's own clock. */
export type Actor =
  | { kind: 'key'; user_id: number; api_key_id: number; group_id: number }
  | { kind: 'person'; user_id: number }
  | { kind: 'system'; user_id: null }

/** How many new addresses a person and a key may invite in an hour; 0: no limit. */
export type Limits = { invites_of_person: number; invites_of_key: number }

/**
 * The context of a change: its transaction, its actor, the database's time at its start, the store of keys,
 * the hashes of addresses, the key that signs, and its limits; null: no limits, for the operator.
 */
export type Act = Pick<Db, FromDb> & { tx: Queryable; actor: Actor; now: Date }
type FromDb = 'urn_keys' | 'address_keys' | 'signer' | 'limits'

export const SYSTEM: Actor = { kind: 'system', user_id: null }

/**
 * Where the database is, an address or the bundled server's socket folder; where the keys of urns are; and
 * who signs results.
 */
export type Address = (
  | { connection_string: string }
  | { host: string; port: number; user: string; database: string }
) & { keys?: KeyPlace; signer?: Signer }

export type Db = {
  pool: pg.Pool
  urn_keys: UrnKeys
  /** Hashes of addresses. Throws a Halt when the secret cannot be read. */
  address_keys: AddressKeys
  signer: Signer
  /** The keys for notices in browsers. Throws a Halt when the secret cannot be read. */
  push_keys: () => Promise<PushKeys>
  /** We own the server: its settings and its log may be changed. */
  bundled: boolean
  /** The limits of changes. Null at the command line; doors get a database with limits. */
  limits: Limits | null
  /** Changes of one actor, who may wait for a lock: they leave connections for others. */
  inTurn: Turns
  /** Called after a commit that recorded an event: wakes this process's dispatcher. */
  onCommit: (wake: () => void) => void
  committed: () => void
  close: () => Promise<void>
}

const CONNECT_MS = 3_000
/**
 * The server ends a statement after 10 s. A connection that the network has dropped would not hear even that:
 * we give it up after this time, or we would wait for ever. (The watchdog notices a server that is silent
 * altogether.)
 */
const SILENCE_MS = 12_000
const SESSION =
  '-c lock_timeout=3s -c statement_timeout=10s -c idle_in_transaction_session_timeout=15s -c timezone=UTC -c datestyle=ISO'

// Every statement reads values the same way: bigint as a number (ids and sums stay far below 2^53),
// timestamps as Date, JSON as the driver parses it.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(isoOf(text)))
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(1016, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

/** '2026-11-21 07:50:16.5+00' as ISO 8601: the session's zone is UTC. */
function isoOf(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, text.length - 3)}Z`
}

/** The application name by which a serving process recognizes others. */
export const SERVING = 'folkmoot serve'

/** Opens a pool. Nothing connects until the first statement. `size`: the most connections. */
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
    // A command has no time limit.
    ...(role === 'serve' ? { query_timeout: SILENCE_MS } : {}),
    idleTimeoutMillis: 60_000,
    application_name: role === 'serve' ? SERVING : 'folkmoot',
  })
  // The pool drops a broken idle connection; the next statement opens another or fails with 503.
  pool.on('error', () => undefined)
  watchdog?.watch(pool)
  const wakers: (() => void)[] = []
  return {
    pool,
    urn_keys: openUrnKeys(address.keys),
    address_keys: openAddressKeys(address.keys),
    signer: address.signer ?? NO_SIGNER,
    push_keys: openPushKeys(address.keys),
    bundled: (address.keys?.folder ?? null) !== null,
    limits: null,
    inTurn: turns(connectionsOfOne(size)),
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

/** Where to run a statement: the pool, or the current transaction. */
export function poolOf(on: Db | Queryable): Queryable {
  return 'pool' in on ? on.pool : on
}

const RETRIES = 5
const RETRY_PAUSE_MS = 20

/**
 * Runs one change in one transaction: it commits everything it writes, or nothing. Retries deadlocks,
 * serialization failures, and collisions of random keys and addresses, up to 5 times. An actor runs half as
 * many at once as there are connections.
 */
export function change<T>(db: Db, actor: Actor, run: (act: Act) => Promise<T>): Promise<T> {
  const whole = async (tx: pg.PoolClient) => {
    const now = await begin(tx)
    const result = await run(actOf(db, { tx, actor, now }))
    await commit(tx)
    return result
  }
  const owner = ownerOf(actor)
  return owner === null ? retried(db, whole) : db.inTurn(owner, () => retried(db, whole))
}

/** Whose changes wait for each other: the keys of a group change the same rows. Null: the service's own. */
function ownerOf(actor: Actor): string | null {
  if (actor.kind === 'system') return null
  return actor.kind === 'key' ? `group ${actor.group_id}` : `person ${actor.user_id}`
}

/**
 * A change in parts. `read` and `write` send all their statements before they wait for a response; `plan` may
 * send some as usual.
 */
type Parts<Read, Plan, T> = {
  read: (tx: Queryable) => Promise<Read>
  plan: (act: Act, read: Read) => Promise<Plan>
  write: (tx: Queryable, plan: Plan) => Promise<T>
}

/**
 * The same in two round trips: the transaction begins with the statements that read, and commits with those
 * that write. For changes that many requests wait for.
 */
export function changeInTwoTrips<Read, Plan, T>(
  db: Db,
  actor: Actor,
  { read, plan, write }: Parts<Read, Plan, T>,
): Promise<T> {
  return retried(db, async (tx) => {
    const [now, found] = await sentTogether(tx, () => [begin(tx), read(tx)])
    const planned = await plan(actOf(db, { tx, actor, now }), found)
    // If a statement fails, this commit rolls back.
    const [result] = await sentTogether(tx, () => [write(tx, planned), commit(tx)])
    return result
  })
}

/**
 * The results of two statements, of which the second is sent before the first has a response. Throws once
 * both have ended, the first's error rather than the second's.
 */
async function sentTogether<A, B>(tx: pg.PoolClient, send: () => [Promise<A>, Promise<B>]): Promise<[A, B]> {
  // The driver reads this with each statement, and allows a change while none is under way. Other
  // statements of this connection, such as copying, need it off.
  const client: { pipeline: boolean } = tx
  client.pipeline = true
  try {
    const both = send()
    await Promise.allSettled(both)
    return await Promise.all(both)
  } finally {
    client.pipeline = false
  }
}

const actOf = (db: Db, own: Pick<Act, 'tx' | 'actor' | 'now'>): Act => ({
  ...own,
  urn_keys: db.urn_keys,
  address_keys: db.address_keys,
  signer: db.signer,
  limits: db.limits,
})

async function retried<T>(db: Db, run: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await once(db, run)
      db.committed()
      return result
    } catch (error) {
      if (attempt > RETRIES || !worthRetrying(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * attempt * (0.5 + Math.random())))
    }
  }
}

async function once<T>(db: Db, run: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const tx = await db.pool.connect()
  let broken: Error | undefined
  try {
    return await run(tx)
  } catch (error) {
    // A silent connection takes no statement; closing it rolls back.
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

/** Begins a transaction; returns the database's time. */
async function begin(tx: Queryable): Promise<Date> {
  const opened = (await tx.query('begin; select now() as now')) as unknown as pg.QueryResult<{ now: Date }>[]
  return opened[1]?.rows[0]?.now ?? new Date()
}

async function commit(tx: Queryable): Promise<void> {
  const committed = await tx.query('commit')
  // A commit of a failed transaction returns ROLLBACK without an error.
  if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back')
}
