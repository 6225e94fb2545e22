import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogLevel } from '../config.ts'
import { Halt } from '../errors.ts'
import { FAMILIES, type FamilyName, type Figures, sumOf } from '../metrics/families.ts'
import { wholeLines } from './whole-lines.ts'
import type { Answered, Told } from './worker-link.ts'

/** The processes that answer. */
export type Crew = {
  /** Resolves when all of them answer requests; Halt when one cannot start. */
  ready: Promise<void>
  /** Stops them all; resolves when none is left. */
  stop(): Promise<void>
}

type CrewPlan = { workers: number; settings: Record<string, string>; log_level: LogLevel }

/** Before one that ended is started again. */
const PAUSE_MS = 1_000
/** Longer than a worker gives its requests, its jobs and its connections to end. */
const STOP_LIMIT_MS = 20_000
const QUIET: LogLevel[] = ['silent', 'fatal', 'error']

/** Starts the workers, the first one alone: what is wrong is then told once. */
export function startCrew({ workers, settings, log_level }: CrewPlan): Crew {
  const figures = new Map<number, Figures>()
  /** Of those that ended: what they counted goes on counting. */
  let past: Figures = {}
  let stopping = false
  cluster.setupPrimary({ silent: true })
  // Each worker that is relayed listens to both.
  for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)

  const begin = (): Promise<void> => {
    const worker = cluster.fork(settings)
    relay(worker)
    worker.on('message', (told: Told) => {
      if (told.is === 'figures') hear(worker, told)
    })
    worker.process.once('close', (status, signal) => end(worker, signal ?? `status ${status}`))
    return isReady(worker)
  }

  const hear = (worker: Worker, { figures: own, ask }: Extract<Told, { is: 'figures' }>) => {
    figures.set(worker.id, own)
    if (ask === null || !worker.isConnected()) return
    const answer: Answered = { ask, sum: sumOf([past, ...figures.values()]) }
    worker.send(answer)
  }

  const end = (worker: Worker, how: string) => {
    past = sumOf([past, countersOf(figures.get(worker.id) ?? {})])
    figures.delete(worker.id)
    if (stopping) return
    if (!QUIET.includes(log_level)) warn(worker, `a worker ended (${how}); another is started`)
    setTimeout(() => {
      // One that cannot start ends, and is tried again.
      if (!stopping) begin().catch(() => undefined)
    }, PAUSE_MS)
  }

  const beginAll = async () => {
    await begin()
    await Promise.all(Array.from({ length: workers - 1 }, begin))
  }

  const stop = async () => {
    stopping = true
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = Promise.all(all.map((worker) => once(worker.process, 'close')))
    for (const worker of all) worker.process.kill('SIGTERM')
    if (await Promise.race([ended.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })])) return
    for (const worker of all) worker.process.kill('SIGKILL')
    await ended
  }
  return { ready: beginAll(), stop }
}

function isReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', ({ is }: Told) => {
      if (is === 'ready') resolve()
    })
    worker.process.once('close', () => reject(new Halt('A worker did not start; what it said stands above.')))
  })
}

/** What a worker says is said here. */
function relay({ process: { stdout, stderr } }: Worker): void {
  stdout?.pipe(wholeLines()).pipe(process.stdout, { end: false })
  stderr?.pipe(wholeLines()).pipe(process.stderr, { end: false })
}

/** What a process has, ends with it. */
function countersOf(figures: Figures): Figures {
  const names = Object.keys(figures) as FamilyName[]
  return Object.fromEntries(
    names.filter((name) => FAMILIES[name].type !== 'gauge').map((name) => [name, figures[name]]),
  )
}

/** In the form of the workers' own log. */
function warn({ id }: Worker, msg: string): void {
  process.stdout.write(`${JSON.stringify({ level: 40, time: new Date().toISOString(), worker: id, msg })}\n`)
}
