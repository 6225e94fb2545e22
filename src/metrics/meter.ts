import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { Figures } from './figures.ts'

// Labels never contain user texts.
const registry = new Registry()
const registers = [registry]

/** Upper bounds of a histogram's buckets, in seconds. */
export const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export const requests = new Counter({
  name: 'folkmoot_http_requests_total',
  help: 'Requests answered.',
  labelNames: ['method', 'route', 'status'],
  registers,
})

export const durations = new Histogram({
  name: 'folkmoot_http_request_seconds',
  help: 'Time to answer a request.',
  labelNames: ['route'],
  buckets: BOUNDS_S,
  registers,
})

export const mails = new Counter({
  name: 'folkmoot_mails_total',
  help: 'Emails taken from the outbox, by outcome.',
  labelNames: ['outcome'],
  registers,
})

export const pushes = new Counter({
  name: 'folkmoot_pushes_total',
  help: 'Browser notifications, by outcome.',
  labelNames: ['outcome'],
  registers,
})

export const deliveries = new Counter({
  name: 'folkmoot_webhook_deliveries_total',
  help: 'Webhook deliveries, by outcome.',
  labelNames: ['outcome'],
  registers,
})

export const jobFailures = new Counter({
  name: 'folkmoot_job_failures_total',
  help: 'Failed runs of background jobs, which are retried.',
  labelNames: ['job'],
  registers,
})

const connections = new Gauge({
  name: 'folkmoot_database_connections',
  help: 'Database connections that are busy or idle, and requests waiting for one.',
  labelNames: ['state'],
  registers,
})

// The registry reads it.
new Gauge({
  name: 'folkmoot_memory_bytes',
  help: 'Memory used by the serving processes.',
  registers,
  collect() {
    this.set(process.memoryUsage.rss())
  },
})

// Event loop, garbage collection, memory and processor time, under their usual names in Node.
collectDefaultMetrics({ register: registry })

/** This process's metrics: its counters, its memory, its connections. */
export function ownFigures({
  pool: { totalCount, idleCount, waitingCount },
}: Pick<Db, 'pool'>): Promise<Figures> {
  connections.set({ state: 'busy' }, totalCount - idleCount)
  connections.set({ state: 'idle' }, idleCount)
  connections.set({ state: 'waiting' }, waitingCount)
  return registry.getMetricsAsJSON()
}
