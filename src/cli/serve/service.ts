import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import { type Environment, readConfig } from '../../config.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { LEASE_MS } from '../../db/due-rows.ts'
import { mintSetupLink } from '../../groups/mint-setup-link.ts'
import { loggable } from '../../http/loggable.ts'
import { type Clock, startClock } from '../../jobs/clock.ts'
import { writeKeyUses } from '../../keys/count-key-use.ts'
import { hastenMails } from '../../mail/outbox-store.ts'
import { ownFigures } from '../../metrics/meter.ts'
import { keepErasedList } from '../../personal-data/keep-erased-list.ts'
import { erasedListIn } from '../../personal-data/record-erased-list.ts'
import { type Opened, openDatabase } from '../database.ts'
import { buildApp } from './app.ts'
import { letHeapGrow } from './heap.ts'
import { listen } from './listen.ts'
import { countRequests } from './open-requests.ts'
import { printStartupMessage } from './startup-message.ts'
import type { StopRequest } from './stop-request.ts'
import { untilStopped } from './until-stopped.ts'
import { gatherFigures, tellReady } from './worker-link.ts'

/** What is running and must be stopped, if the start got that far. */
type Running = { database?: Opened; app?: FastifyInstance; clock?: Clock }

const REQUESTS_LIMIT_MS = 10_000
const CLOSE_LIMIT_MS = 1_000

/** One process that answers requests and runs the jobs: alone, or one of several workers. */
export async function runService(env: Environment): Promise<void> {
  const running: Running = {}
  const requestsEnd = countRequests()
  await untilStopped(
    (stop) => start(env, running, stop),
    async () => {
      running.app?.log.info('stopping')
      await stopAll(running, requestsEnd)
    },
  )
}

async function start(env: Environment, running: Running, stop: StopRequest): Promise<void> {
  running.database = await openDatabase(readConfig(env), { env, role: 'serve' })
  if (stop.isAsked()) return
  const { db } = running.database
  // Before anyone sees a name that a restored backup brought back.
  await keepErasedList(db, erasedListIn(readConfig(env).data_dir))
  const gather = gatherFigures(() => ownFigures(db))
  const { app, config } = await listen(env, (real) => buildApp({ db, config: real }, gather))
  running.app = app
  stop.onFault((error) => app.log.fatal({ err: loggable(error) }, 'uncaught error'))
  if (stop.isAsked()) return
  // The start may be with settings that mend what kept them waiting: the next attempt may be hours away.
  if (config.smtp_url !== null) await hastenMails(db.pool, LEASE_MS)
  running.clock = startClock({ db, config, log: app.log })
  if (cluster.isWorker) tellReady()
  else printStartupMessage(config, await change(db, SYSTEM, mintSetupLink))
  letHeapGrow()
}

/** Each step has a time limit, so that the stop finishes even if a step hangs. */
async function stopAll(
  { app, clock, database }: Running,
  requestsEnd: (limitMs: number) => Promise<void>,
): Promise<void> {
  await Promise.all([app === undefined ? null : stopServer(app, requestsEnd), clock?.stop()])
  if (database !== undefined) await countedUses(database, app)
  await database?.close()
}

/** Also saves the counts since the last save. */
async function countedUses({ db }: Opened, app: FastifyInstance | undefined): Promise<void> {
  await writeKeyUses(db).catch((error: unknown) =>
    app?.log.error({ err: loggable(error) }, 'error while stopping'),
  )
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
  await Promise.race([closed, late]).catch((error: unknown) =>
    app.log.error({ err: loggable(error) }, 'error while stopping'),
  )
  clearTimeout(timer)
}
