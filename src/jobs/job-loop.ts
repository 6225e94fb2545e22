import type { FastifyBaseLogger } from 'fastify'
import { asUnavailable } from '../db/failures.ts'
import { Unavailable } from '../errors.ts'
import { jobFailures } from '../metrics/meter.ts'

export type JobLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export type Job = {
  name: string
  /** The pause between two runs, in milliseconds. */
  every_ms: number
  /** The pause before another run if woken in the meantime: it batches what arrives until then. */
  rest_ms?: number
  /** `stopped` returns true when the run should end soon. */
  run: (stopped: () => boolean) => Promise<unknown>
}

export type JobLoop = {
  /** Runs now, or again after the current run. */
  wake(): void
  /** Resolves when the current run has ended. */
  stop(): Promise<void>
}

/** The longest pause after failures: even after hours of database outage, jobs resume within seconds. */
const MOST_PAUSE_MS = 5_000

/** Runs a job repeatedly: never two runs at once; logs failures and retries after growing pauses. */
export function startLoop(job: Job, log: JobLog): JobLoop {
  let stopped = false
  let woken = false
  let failures = 0
  let wakeUp: () => void = () => undefined

  const running: Running = { job, log, stopped: () => stopped }

  const loop = async () => {
    while (!stopped) {
      woken = false
      failures = (await attempt(running, failures)) ? 0 : failures + 1
      // After a failure the pause applies even when woken: another run would fail too.
      if (!stopped && (failures > 0 || !woken)) await pause(pauseAfter(job, failures), failures === 0)
      else if (!stopped && job.rest_ms !== undefined) await pause(job.rest_ms, false)
    }
  }

  const pause = (milliseconds: number, heedsNews: boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wakeUp = () => {
        if (!stopped && !heedsNews) return
        clearTimeout(timer)
        resolve()
      }
    })

  const ended = loop()
  return {
    wake: () => {
      woken = true
      wakeUp()
    },
    stop: () => {
      stopped = true
      wakeUp()
      return ended
    },
  }
}

type Running = { job: Job; log: JobLog; stopped: () => boolean }

/** False when it failed; `failures`: the number of consecutive failures before. */
async function attempt({ job, log, stopped }: Running, failures: number): Promise<boolean> {
  try {
    await job.run(stopped)
    if (failures > 0) log.info({ job: job.name }, 'job recovered')
    return true
  } catch (error) {
    jobFailures.inc({ job: job.name })
    const away = asUnavailable(error) instanceof Unavailable
    // Logs an unreachable database once, not at every try.
    if (away && failures === 0)
      log.warn({ job: job.name }, 'database unreachable; the job continues when it is back')
    if (!away) log.error({ job: job.name, ...describeError(error) }, 'job failed; will retry')
    return false
  }
}

function pauseAfter({ every_ms }: Job, failures: number): number {
  return failures === 0
    ? every_ms
    : Math.min(Math.max(every_ms, MOST_PAUSE_MS), every_ms * 2 ** Math.min(failures, 20))
}

const MAX_MESSAGE = 200

/** An error for the log, never in full: database errors contain rows, mail errors addresses. */
export function describeError(error: unknown): { code: unknown; message: string } {
  if (!(error instanceof Error)) return { code: null, message: 'unknown' }
  return {
    code: (error as { code?: unknown }).code ?? error.name,
    message: error.message.slice(0, MAX_MESSAGE),
  }
}
