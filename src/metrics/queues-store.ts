import { Gauge, Registry } from 'prom-client'
import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { Figures } from './figures.ts'

const WAITING = 'The number of entries waiting in each queue.'
const SECONDS =
  'How long the oldest entry in each queue has waited; for closings and reminders, how late it is.'
const SET_ASIDE = 'Events that could not be processed because of a bug, until they are retried manually.'

/**
 * Work in a queue of the service. `oldest_s`: how long the oldest entry has waited, or how late it is; in
 * seconds.
 */
export type Queue = { queue: string; waiting: number; oldest_s: number }

const queues = sql<object, Queue>(
  'metrics.queues',
  `select queue, count(since)::int as waiting,
     coalesce(greatest(0, extract(epoch from now() - min(since))), 0)::float8 as oldest_s
   from (values ('events'), ('sign_ins'), ('mails'), ('pushes'), ('webhooks'), ('closings'), ('seals'), ('reminders')) as q (queue)
   left join (
     select 'events' as queue, created_at as since from events where dispatched_at is null
     union all select 'sign_ins', asked_at from sign_ins where dispatched_at is null
     -- Some are not to be sent before a time of their own: they are not late by then.
     union all select 'mails', case when attempts = 0 then due_at else created_at end from mails where status = 'waiting'
     union all select 'pushes', due_at from pushes where due_at between '-infinity' and now()
     -- Those of a webhook turned off by hand wait for the person who did.
     union all select 'webhooks', d.created_at from webhook_deliveries d join webhooks w on w.id = d.webhook_id
       where d.status = 'waiting' and w.disabled_reason is distinct from 'by_hand'
     union all select 'closings', closing_at from polls where closed_at is null and coalesce(closing_at, 'infinity') <= now()
     union all select 'seals', closed_at from polls where anonymous and closed_at is not null and sealed_at is null
     union all select 'reminders', reminder_due_at from polls where reminder_due_at between '-infinity' and now()
   ) as things using (queue)
   group by queue order by queue`,
  { queue: is.text, waiting: is.integer, oldest_s: is.number },
)

const setAside = sql<object, { events: number }>(
  'metrics.events_set_aside',
  "select count(*)::int as events from events where set_aside_at between '-infinity' and 'infinity'",
  { events: is.integer },
)

/** All queues, including empty ones. */
export function findQueues(on: Queryable): Promise<Queue[]> {
  return queues.all(on, {})
}

/** The queues as metrics; if the database does not answer, only that. */
export async function queueFigures(on: Queryable): Promise<Figures> {
  const registry = new Registry()
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['queue'], registers: [registry] })
  const up = gauge(
    'folkmoot_database_up',
    '1 if the database responded; otherwise 0, and there are no queue metrics.',
  )
  try {
    const found = await findQueues(on)
    const { events } = await setAside.one(on, {})
    const [waiting, seconds] = [
      gauge('folkmoot_waiting', WAITING),
      gauge('folkmoot_waiting_seconds', SECONDS),
    ]
    for (const { queue, waiting: number, oldest_s } of found) {
      waiting.set({ queue }, number)
      seconds.set({ queue }, oldest_s)
    }
    gauge('folkmoot_events_set_aside', SET_ASIDE).set(events)
    up.set(1)
  } catch {
    up.set(0)
  }
  return registry.getMetricsAsJSON()
}
