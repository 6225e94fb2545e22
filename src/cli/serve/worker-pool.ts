import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { Halt } from '../../errors.ts'
import { wholeLines } from './whole-lines.ts'
import { workerFigures } from './worker-figures.ts'
import type { Answered, WorkerMessage } from './worker-link.ts'

/** The processes that answer requests. */
export type WorkerPool = {
  /** Resolves when all of them answer requests; Halt if one cannot start. */
  ready: Promise<void>
  /** Stops them all; resolves when all have ended. */
  stop(): Promise<void>
}

type WorkerPlan = { workers: number; settings: Record<string, string>; log_level: Config['log_level'] }

/** The pause before a worker that ended is restarted. */
const PAUSE_MS = 1_000
/** Longer than a worker waits for its requests, jobs and connections to end. */
const STOP_LIMIT_MS = 20_000
const QUIET: Config['log_level'][] = ['silent', 'fatal', 'error']

/** Starts the workers, the first one alone: a problem is then reported once. */
export function startWorkerPool({ workers, settings, log_level }: WorkerPlan): WorkerPool {
  const figures = workerFigures()
  let stopping = false

  const begin = (): Promise<void> => {
    const worker = cluster.fork(settings)
    relay(worker)
    worker.on('message', (message: WorkerMessage) => {
      if (message.is !== 'figures') return
      const { figures: told, ask } = message
      figures.keep(worker.id, told)
      if (ask !== null) void figures.sum().then((sum) => answer(worker, { ask, sum }))
    })
    worker.process.once('close', (status, signal) => {
      figures.ended(worker.id)
      if (!stopping) beginAgain(worker, signal ?? `status ${status}`)
    })
    return isReady(worker)
  }

  const beginAgain = (ended: Worker, how: string) => {
    if (!QUIET.includes(log_level)) warn(ended, `a worker ended (${how}); starting another`)
    setTimeout(() => {
      // A worker that cannot start ends, and is restarted.
      if (!stopping) begin().catch(() => undefined)
    }, PAUSE_MS)
  }

  const beginAll = async () => {
    await begin()
    await Promise.all(Array.from({ length: workers - 1 }, begin))
  }

  cluster.setupPrimary({ silent: true })
  return {
    ready: beginAll(),
    stop: () => {
      stopping = true
      return stopAll()
    },
  }
}

async function stopAll(): Promise<void> {
  const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const running = all.filter((worker) => !worker.isDead())
  const ended = Promise.all(running.map((worker) => once(worker.process, 'close')))
  for (const worker of running) worker.process.kill('SIGTERM')
  if (await Promise.race([ended.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })])) return
  for (const worker of running) worker.process.kill('SIGKILL')
  await ended
}

function isReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', ({ is }: WorkerMessage) => {
      if (is === 'ready') resolve()
    })
    worker.process.once('close', () => reject(new Halt('A worker did not start; see its output above.')))
  })
}

function answer(worker: Worker, answered: Answered): void {
  if (worker.isConnected()) worker.send(answered)
}

/** Prints a worker's output line by line. */
function relay({ process: { stdout, stderr } }: Worker): void {
  for (const [from, to] of [[stdout, process.stdout] as const, [stderr, process.stderr] as const]) {
    // Every worker adds a listener.
    to.setMaxListeners(0)
    from?.pipe(wholeLines()).pipe(to, { end: false })
  }
}

/** In the same format as the workers' log. */
function warn({ id }: Worker, msg: string): void {
  process.stdout.write(`${JSON.stringify({ level: 40, time: new Date().toISOString(), worker: id, msg })}\n`)
}
