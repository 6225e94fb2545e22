import { type Config, type Environment, readConfig } from '../../config.ts'
import { change, type Db, SYSTEM } from '../../db/db.ts'
import { Halt } from '../../errors.ts'
import { mintSetupLink } from '../../groups/mint-setup-link.ts'
import { type Opened, openDatabase } from '../database.ts'
import { freePort } from './listen.ts'
import { printStartupMessage } from './startup-message.ts'
import type { StopRequest } from './stop-request.ts'
import { untilStopped } from './until-stopped.ts'
import { startWorkerPool, type WorkerPool } from './worker-pool.ts'

type Running = { database?: Opened; pool?: WorkerPool }

/** Connections of the bundled database for workers; the rest is for this process and for commands. */
const EMBEDDED_CONNECTIONS = 52
/**
 * Besides its pool, each worker has a connection on which it listens, and one for its watchdog
 * (`db/connection-watchdog.ts`).
 */
const OWN_CONNECTIONS = 2
const SMALLEST_POOL = 2

/**
 * Serves with several processes that share one port. This process runs the database and supervises the
 * others: it restarts a worker that ended, and stops all of them when it is stopped.
 */
export async function runWorkers(env: Environment, workers: number): Promise<void> {
  const running: Running = {}
  await untilStopped(
    (stop) => start({ env, workers, running }, stop),
    async () => {
      await running.pool?.stop()
      await running.database?.close()
    },
  )
}

async function start(
  { env, workers, running }: { env: Environment; workers: number; running: Running },
  stop: StopRequest,
): Promise<void> {
  const wanted = readConfig(env)
  requireConnections(wanted, workers)
  running.database = await openDatabase(wanted, { env, role: 'serve' })
  if (stop.isAsked()) return
  const { db } = running.database
  const config = readConfig({ ...env, PORT: String(await freePort(wanted)) })
  const settings = { PORT: String(config.port), DATABASE_URL: config.database_url ?? addressOf(db) }
  running.pool = startWorkerPool({ workers, settings, log_level: config.log_level })
  await Promise.race([running.pool.ready, stop.asked])
  if (!stop.isAsked()) printStartupMessage(config, await change(db, SYSTEM, mintSetupLink), workers)
}

function requireConnections({ database_url, db_pool }: Config, workers: number): void {
  if (database_url !== null || workers * (db_pool + OWN_CONNECTIONS) <= EMBEDDED_CONNECTIONS) return
  const most = Math.floor(EMBEDDED_CONNECTIONS / workers) - OWN_CONNECTIONS
  throw new Halt(
    most < SMALLEST_POOL
      ? `The bundled database has connections for ${Math.floor(EMBEDDED_CONNECTIONS / (SMALLEST_POOL + OWN_CONNECTIONS))} workers at most: start fewer, or set DATABASE_URL to a server.`
      : `With ${workers} workers and the bundled database, DB_POOL must be at most ${most}: lower it, or set DATABASE_URL to a server.`,
  )
}

/** The address of the bundled database for workers: its socket. */
function addressOf({ pool }: Db): string {
  const { host = '', port, user = '', database } = pool.options
  const socket = new URLSearchParams({ host, port: String(port), sslmode: 'disable' })
  return `postgres://${encodeURIComponent(user)}@/${database}?${socket}`
}
