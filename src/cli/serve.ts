import type { FastifyInstance } from 'fastify'
import { type Config, type Environment, readConfig } from '../config.ts'
import { change, SYSTEM } from '../db/db.ts'
import { writeKeyUses } from '../groups/count-key-use.ts'
import { mintSetupLink } from '../groups/mint-setup-link.ts'
import { setupAddress } from '../groups/setup.ts'
import { type Clock, startClock } from '../jobs/clock.ts'
import { buildApp } from './app.ts'
import { type Call, PROGRAM } from './command.ts'
import { type Opened, openDatabase } from './database.ts'
import { letHeapGrow } from './heap.ts'
import { listen } from './listen.ts'
import { countRequests } from './open-requests.ts'
import { print } from './print.ts'
import { listenForStop, type StopRequest } from './stop-request.ts'

/** What runs and has to be stopped, as far as the start has come. */
type Running = { database?: Opened; app?: FastifyInstance; clock?: Clock }

const REQUESTS_LIMIT_MS = 10_000
const CLOSE_LIMIT_MS = 1_000

/** `serve`: runs the service until it is told to stop; then everything it started is stopped. */
export async function runServe({ env }: Call): Promise<void> {
  const stop = listenForStop()
  const running: Running = {}
  const requestsEnd = countRequests()
  try {
    await start(env, running, stop)
    const fault = await stop.asked
    if (fault !== null) throw fault
  } catch (error) {
    // Ctrl-C in a terminal reaches what the start has started, too, which then fails.
    const fault = stop.isAsked() ? await stop.asked : error
    if (fault !== null) throw fault
  } finally {
    running.app?.log.info('stopping')
    await stopAll(running, requestsEnd)
    // What a library left open must not keep a stopped service alive.
    setImmediate(() => process.exit())
  }
}

async function start(env: Environment, running: Running, stop: StopRequest): Promise<void> {
  running.database = await openDatabase(readConfig(env), { env, role: 'serve' })
  if (stop.isAsked()) return
  const { db } = running.database
  const { app, config } = await listen(env, (real) => buildApp({ db, config: real }))
  running.app = app
  stop.onFault((error) => app.log.fatal(loggable(error), 'a fault nobody caught'))
  if (stop.isAsked()) return
  running.clock = startClock({ db, config, log: app.log })
  greet(config, await change(db, SYSTEM, mintSetupLink))
  letHeapGrow()
}

/** `setup`: the token of the link that makes the first group; null: there is one. */
function greet({ public_url, host, port, data_dir, database_url }: Config, setup: string | null): void {
  print(`\nFolkmoot is running at ${public_url} (Ctrl-C stops it)`)
  if (public_url !== `http://localhost:${port}`) print(`Listening: port ${port} of ${host}`)
  print(`Data: ${database_url === null ? data_dir : 'the database at DATABASE_URL'}`)
  if (setup !== null) print(firstSteps(setupAddress(public_url, setup)))
}

const firstSteps = (link: string) => `
There is no group yet. Open this link to make it and sign in; it works once, until the next start:

  ${link}

Or in a second terminal, in this folder and with the same settings:

  ${PROGRAM} group create --name "Mill Lane Co-op" --handle mill-lane --admin-email you@example.org
  ${PROGRAM} key create --group mill-lane --name "My program"

The second prints an API key and a first call to try.
`

/** Each step has its time: a stop comes to its end whatever hangs. */
async function stopAll(
  { app, clock, database }: Running,
  requestsEnd: (limitMs: number) => Promise<void>,
): Promise<void> {
  await Promise.all([app === undefined ? null : stopServer(app, requestsEnd), clock?.stop()])
  if (database !== undefined) await countedUses(database, app)
  await database?.close()
}

/** What was counted since the last time is written too. */
async function countedUses({ db }: Opened, app: FastifyInstance | undefined): Promise<void> {
  await writeKeyUses(db).catch((error: unknown) => app?.log.error(loggable(error), 'stopping'))
}

async function stopServer(
  app: FastifyInstance,
  requestsEnd: (limitMs: number) => Promise<void>,
): Promise<void> {
  const closed = app.close()
  await requestsEnd(REQUESTS_LIMIT_MS)
  app.server.closeAllConnections()
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, CLOSE_LIMIT_MS)
  await Promise.race([closed, late]).catch((error: unknown) => app.log.error(loggable(error), 'stopping'))
  clearTimeout(timer)
}

/** Where it happened, but none of the values that errors of the database carry. */
function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { err: { message: typeof error } }
  const { name, message, stack } = error
  return { err: { name, message, stack } }
}
