import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { openTransport } from '../mail/transport.ts'
import { openDeliveries } from './deliveries.ts'
import { type JobLog, type JobLoop, startLoop } from './job-loop.ts'
import { DELIVER, DISPATCH, jobsOf, PUSH, SEND } from './jobs.ts'

export type Clock = {
  /** Starts nothing more, and resolves when the current runs have ended, after 10 seconds at most. */
  stop(): Promise<void>
}

export type ClockTools = {
  db: Db
  config: Pick<Config, 'public_url' | 'mail_from' | 'smtp_url' | 'outbound_allow'> & { data_dir?: string }
  log: JobLog
}

const STOP_MS = 10_000

/**
 * Starts the background jobs: closings, reminders, messages, purges. Several processes may run them on one
 * database.
 */
export function startClock({ db, config, log }: ClockTools): Clock {
  const transport = openTransport(config)
  const loops = new Map<string, JobLoop>()
  const mailsWait = () => loops.get(SEND)?.wake()
  const pushesWait = () => loops.get(PUSH)?.wake()
  const deliveriesWait = () => loops.get(DELIVER)?.wake()
  const deliveries = openDeliveries({ db, config }, log, deliveriesWait)
  const wakers = { mailsWait, pushesWait, deliveriesWait }
  for (const job of jobsOf({ db, config, log, transport, deliveries, ...wakers }))
    loops.set(job.name, startLoop(job, log))
  db.onCommit(() => loops.get(DISPATCH)?.wake())

  const stop = async () => {
    const ended = Promise.all([...loops.values()].map((loop) => loop.stop())).then(deliveries.landed)
    if (!(await within(STOP_MS, ended)))
      log.warn('a job did not finish in time; another process or the next start will continue it')
    transport?.close()
  }
  let stopping: Promise<void> | undefined
  return {
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** False when it took longer. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
