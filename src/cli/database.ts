import { resolve } from 'node:path'
import { type Config, type Environment, explainConfig, readConfig } from '../config.ts'
import { type Db, openDb } from '../db/db.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { hasCluster } from '../db/embedded/embedded-cluster.ts'
import { requireOwnSecret } from '../db/keys/own-secret.ts'
import { requireOwnSigningKey } from '../db/keys/own-signing-key.ts'
import { serviceSecret } from '../db/keys/service-secret.ts'
import { type Signer, signingKey } from '../db/keys/signing-key.ts'
import { keysBeside } from '../db/keys/urn-keys.ts'
import { migrate, schemaVersion } from '../db/migrate.ts'
import { Halt } from '../errors.ts'
import { addPollTypes } from '../polls/poll-types-store.ts'
import type { Call } from './args/command.ts'
import { databaseTrouble } from './database-trouble.ts'
import { warn } from './print.ts'

/** The database, migrated. `applied`: the migrations that ran. */
export type Opened = { db: Db; applied: string[]; close(): Promise<void> }

/**
 * `unmigrated`: skips migrations, for commands that need no tables or bring their own. `may_create`: begins
 * with an empty database where there is none. Commands that work on existing data must not: with a wrong
 * DATA_DIR they would report an empty service, and a backup of it.
 */
type Needs = { unmigrated?: boolean; may_create?: boolean }

export type Opening = Needs & { env: Environment; role: 'serve' | 'command' }

const COMMAND_POOL = 2
/** A connection that was never released would block the end forever. */
const CLOSE_LIMIT_MS = 5_000
/** The SQLSTATE for a missing permission. */
const NO_RIGHT = '42501'
const SIGNAL_BASE = 128
const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const

/**
 * Opens the database of the settings: the one at DATABASE_URL, or the bundled one, which it starts if needed.
 * Throws Halt with a one-line message if it cannot be used.
 */
export async function openDatabase(config: Config, opening: Opening): Promise<Opened> {
  const { role } = opening
  const size = role === 'serve' ? config.db_pool : COMMAND_POOL
  if (config.database_url !== null) {
    const keys = { folder: null, secret_file: config.secret_key_file }
    const db = openDb({ connection_string: config.database_url, keys, signer: signerOf(config) }, size, role)
    const opened = await reach(db, opening, { config, after: async () => undefined })
    return role === 'serve' ? withOwnKeys(opened, config) : opened
  }
  if (!mayCreate(opening) && (await createsFolder(config))) throw noData(config)
  const embedded = await startEmbedded({ data_dir: config.data_dir, role })
  if (embedded.disk_full) warn(diskFullWords(config))
  // Made at the first start, so that operators can back it up.
  if (role === 'serve')
    await serviceSecret(config.secret_key_file).catch(async (error: unknown) => {
      await embedded.stop()
      throw error
    })
  const keys = keysBeside(config.data_dir, config.secret_key_file)
  const db = openDb({ ...embedded.connection, keys, signer: signerOf(config) }, size, role)
  const opened = await reach(db, opening, { config, after: () => embedded.stop() })
  return role === 'serve' ? withOwnKeys(opened, config) : opened
}

function mayCreate({ role, may_create = false }: Opening): boolean {
  return role === 'serve' || may_create
}

/** Whether a command that may create data begins with a new bundled database. */
export async function createsFolder({ database_url, data_dir }: Config): Promise<boolean> {
  return database_url === null && !(await hasCluster(data_dir))
}

function noData({ database_url, data_dir }: Config): Halt {
  const place = database_url === null ? `DATA_DIR (${resolve(data_dir)})` : 'The database'
  return new Halt(`${place} contains no Folkmoot data. Check DATA_DIR and DATABASE_URL.`)
}

function diskFullWords({ data_dir }: Config): string {
  return `The disk of DATA_DIR (${resolve(data_dir)}) is full: commands that only read work, others may fail. Free some space.`
}

function signerOf({ public_url, signing_key_file }: Config): Signer {
  return { host: new URL(public_url).host, key: () => signingKey(signing_key_file) }
}

/** Closes it again when this machine's keys are not those of the others that serve it. */
async function withOwnKeys(opened: Opened, config: Config): Promise<Opened> {
  try {
    if (config.database_url !== null) await requireOwnSecret(opened.db, config.secret_key_file)
    await requireOwnSigningKey(opened.db, config.signing_key_file)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/**
 * Runs a command's work with the database open; closes it afterwards, also on a signal. Halt: there is no
 * data, and the command may not create any.
 */
export async function withDatabase<T>(
  { env }: Pick<Call, 'env'>,
  work: (opened: Opened) => Promise<T>,
  needs: Needs = {},
): Promise<T> {
  const opened = await openDatabase(readConfig(env), { env, role: 'command', ...needs })
  const cut = (signal: 'SIGINT' | 'SIGTERM') =>
    void opened.close().finally(() => process.exit(SIGNAL_BASE + SIGNALS[signal]))
  process.once('SIGINT', cut).once('SIGTERM', cut)
  try {
    return await work(opened)
  } catch (error) {
    throw lackOfRights(error, env)
  } finally {
    process.off('SIGINT', cut).off('SIGTERM', cut)
    await opened.close()
  }
}

async function reach(
  db: Db,
  opening: Opening,
  { config, after }: { config: Config; after: () => Promise<void> },
): Promise<Opened> {
  const { env, unmigrated = false } = opening
  const close = async () => {
    await Promise.race([db.close().catch(() => undefined), patience()])
    await after()
  }
  try {
    await connect(db, env)
    if (!mayCreate(opening) && (await schemaVersion(db.pool)) === 0) throw noData(config)
    return { db, applied: unmigrated ? [] : await bringUpToDate(db), close }
  } catch (error) {
    await close()
    throw databaseTrouble(error, namedIn(env)) ?? error
  }
}

/** Returns the migrations that ran. */
async function bringUpToDate(db: Db): Promise<string[]> {
  const applied = await migrate(db)
  await addPollTypes(db.pool)
  return applied
}

/** The first connection reveals most problems with an address. */
async function connect(db: Db, env: Environment): Promise<void> {
  try {
    const client = await db.pool.connect()
    client.release()
  } catch (error) {
    const words = error instanceof Error ? error.message.split('\n')[0] : ''
    throw databaseTrouble(error, namedIn(env)) ?? new Halt(`${namedIn(env)} cannot be used: ${words}.`)
  }
}

/**
 * An account may connect but lack permissions, which only the work itself reveals; returns other errors
 * unchanged.
 */
export function lackOfRights(error: unknown, env: Environment): unknown {
  const lacks = (error as { code?: unknown }).code === NO_RIGHT
  return lacks ? (databaseTrouble(error, namedIn(env)) ?? error) : error
}

/** The database as messages name it: by its address, without the password. */
function namedIn(env: Environment): string {
  const address = explainConfig(env).find(({ name }) => name === 'DATABASE_URL')?.value ?? ''
  return address === '' ? 'The bundled database' : `DATABASE_URL (${address})`
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())
}
