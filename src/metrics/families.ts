/** One thing that is measured. `labels`: what its figures are told apart by, never anything that people wrote. */
export type Family = {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  labels: readonly string[]
  about: string
}

/** Everything that is measured, as it is called and explained to whoever reads the figures. */
export const FAMILIES = {
  requests: {
    name: 'folkmoot_http_requests_total',
    type: 'counter',
    labels: ['method', 'route', 'status'],
    about: 'Requests answered.',
  },
  durations: {
    name: 'folkmoot_http_request_seconds',
    type: 'histogram',
    labels: ['route'],
    about: 'How long it took until a request was answered.',
  },
  mails: {
    name: 'folkmoot_mails_total',
    type: 'counter',
    labels: ['outcome'],
    about: 'Mails taken out of the outbox, by what became of them.',
  },
  deliveries: {
    name: 'folkmoot_webhook_deliveries_total',
    type: 'counter',
    labels: ['outcome'],
    about: 'Deliveries to webhooks tried, by what became of them.',
  },
  job_failures: {
    name: 'folkmoot_job_failures_total',
    type: 'counter',
    labels: ['job'],
    about: 'Runs of the jobs of the service that failed; they are tried again.',
  },
  connections: {
    name: 'folkmoot_database_connections',
    type: 'gauge',
    labels: ['state'],
    about: 'Connections to the database that are busy or idle, and requests that wait for one.',
  },
  memory: {
    name: 'folkmoot_memory_bytes',
    type: 'gauge',
    labels: [],
    about: 'Memory held by the processes that answer.',
  },
  database_up: {
    name: 'folkmoot_database_up',
    type: 'gauge',
    labels: [],
    about: '1 when the database answered just now, else 0 and there are no figures of queues.',
  },
  waiting: {
    name: 'folkmoot_waiting',
    type: 'gauge',
    labels: ['queue'],
    about: 'How much waits in each queue of the service.',
  },
  events_set_aside: {
    name: 'folkmoot_events_set_aside',
    type: 'gauge',
    labels: [],
    about: 'Events that could not be told, for a fault of the program, until they are tried again by hand.',
  },
  waiting_seconds: {
    name: 'folkmoot_waiting_seconds',
    type: 'gauge',
    labels: ['queue'],
    about: 'How long the oldest in each queue has waited; for closings and reminders: how late they are.',
  },
} as const satisfies Record<string, Family>

export type FamilyName = keyof typeof FAMILIES

/** Upper bounds of a histogram's buckets, in seconds. */
export const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Figures by family and by the values of its labels, joined. A counter or gauge is one number, a histogram its buckets
 * (one more than there are bounds) and the sum.
 */
export type Figures = Partial<Record<FamilyName, Record<string, number[]>>>

/** Between the values of labels, of which none holds it. */
export const BETWEEN = '\t'

/** The figures of several processes together. */
export function sumOf(all: Figures[]): Figures {
  const sum: Figures = {}
  for (const [family, key, values] of all.flatMap(entriesOf)) {
    sum[family] ??= {}
    const ours = sum[family]
    ours[key] = values.map((value, place) => value + (ours[key]?.[place] ?? 0))
  }
  return sum
}

/** One entry for each family and each of its labels. */
export function entriesOf(figures: Figures): [FamilyName, string, number[]][] {
  return (Object.keys(figures) as FamilyName[]).flatMap((family) =>
    Object.entries(figures[family] ?? {}).map(([key, values]): [FamilyName, string, number[]] => [
      family,
      key,
      values,
    ]),
  )
}
