import { joined, t } from '../locales/say.ts'
import { type Figures, valuesOf } from './figures.ts'
import { BOUNDS_S } from './meter.ts'
import type { Fact } from './status.ts'

const TIME = 'folkmoot_http_request_seconds'
const MEGABYTE = 1_000_000
const MS_PER_S = 1_000
/** An open page keeps its stream open: its duration means nothing. */
const STREAM = /\/live$/

/** The counts of the serving processes since their start, as text. */
export function factsOfFigures(figures: Figures): Fact[] {
  const connections = countsOf(figures, 'folkmoot_database_connections', 'state')
  const memory = valuesOf(figures, 'folkmoot_memory_bytes')[0]?.value ?? 0
  return [
    [t('status.requests'), requestWords(countsOf(figures, 'folkmoot_http_requests_total', 'status'))],
    [t('status.time_to_answer'), timeWords(figures)],
    [t('status.mails'), outcomeWords(countsOf(figures, 'folkmoot_mails_total', 'outcome'), MAIL_WORDS)],
    [t('status.pushes'), outcomeWords(countsOf(figures, 'folkmoot_pushes_total', 'outcome'), PUSH_WORDS)],
    [
      t('status.webhooks'),
      outcomeWords(countsOf(figures, 'folkmoot_webhook_deliveries_total', 'outcome'), DELIVERY_WORDS),
    ],
    [
      t('status.failed_jobs'),
      listed(countsOf(figures, 'folkmoot_job_failures_total', 'job')) || t('status.none'),
    ],
    [t('status.connections'), listed(connections, CONNECTION_WORDS)],
    [t('status.memory'), t('status.megabytes', { count: Math.round(memory / MEGABYTE) })],
  ]
}

// An email that is to be retried is counted at each attempt: these are no numbers of emails that wait.
const MAIL_WORDS = {
  sent: 'status.outcome_sent',
  retry: 'status.failed_attempts',
  failed: 'status.outcome_refused',
  dropped: 'status.outcome_dropped',
} as const
const PUSH_WORDS = {
  sent: 'status.outcome_sent',
  retry: 'status.failed_attempts',
  refused: 'status.outcome_refused',
  failed: 'status.outcome_failed',
  dropped: 'status.outcome_dropped',
} as const
const DELIVERY_WORDS = {
  sent: 'status.outcome_delivered',
  waiting: 'status.failed_attempts',
  failed: 'status.outcome_failed',
} as const
const CONNECTION_WORDS = {
  busy: 'status.connections_busy',
  idle: 'status.connections_idle',
  waiting: 'status.connections_waiting',
} as const

type CountKey =
  | (typeof MAIL_WORDS)[keyof typeof MAIL_WORDS]
  | (typeof DELIVERY_WORDS)[keyof typeof DELIVERY_WORDS]
  | (typeof CONNECTION_WORDS)[keyof typeof CONNECTION_WORDS]

/** The counts of a family by one of its labels. */
function countsOf(figures: Figures, family: string, label: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { labels, value } of valuesOf(figures, family)) {
    const name = String(labels[label])
    counts.set(name, (counts.get(name) ?? 0) + value)
  }
  return counts
}

function requestWords(by_status: Map<string, number>): string {
  const sum = (of: (status: string) => boolean) =>
    [...by_status].reduce((all, [status, number]) => (of(status) ? all + number : all), 0)
  const faults = sum((status) => status.startsWith('5'))
  return t('status.requests_words', { answered: sum(() => true), faults })
}

/** Only as exact as the buckets. */
function timeWords(figures: Figures): string {
  const took = valuesOf(figures, TIME).filter(({ labels }) => !STREAM.test(String(labels['route'])))
  const upTo = (bound: number | string) =>
    took.reduce((sum, { labels, value }) => (labels['le'] === bound ? sum + value : sum), 0)
  const all = upTo('+Inf')
  if (all === 0) return t('status.no_requests')
  const within = (wanted: number) => {
    const bound = BOUNDS_S.find((seconds) => upTo(seconds) >= wanted)
    return bound === undefined
      ? t('status.more_than', { seconds: BOUNDS_S.at(-1) ?? 0 })
      : t('status.milliseconds', { count: bound * MS_PER_S })
  }
  return t('status.half_within', { half: within(all / 2), most: within(all * 0.99) })
}

/** The count of each outcome, if any. */
function outcomeWords(counts: Map<string, number>, named: Readonly<Record<string, CountKey>>): string {
  const told = Object.entries(named).flatMap(([outcome, key]) => {
    const count = counts.get(outcome) ?? 0
    return count === 0 ? [] : [t(key, { count })]
  })
  return joined(told) || t('status.none')
}

/** The count of each; others keep their name in the log. */
function listed(counts: Map<string, number>, named: Readonly<Record<string, CountKey>> = {}): string {
  return joined(
    [...counts].map(([name, count]) => {
      const key = named[name]
      return key === undefined ? t('status.count_of', { count, name }) : t(key, { count })
    }),
  )
}
