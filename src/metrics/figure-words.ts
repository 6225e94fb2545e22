import { type Figures, valuesOf } from './figures.ts'
import { BOUNDS_S } from './meter.ts'
import type { Fact } from './status.ts'

const TIME = 'folkmoot_http_request_seconds'
const MEGABYTE = 1_000_000
const MS_PER_S = 1_000
/** An open page keeps its stream open: how long says nothing. */
const STREAM = /\/live$/

/** What the processes that answer have counted since their start, in words. */
export function factsOfFigures(figures: Figures): Fact[] {
  const connections = countsOf(figures, 'folkmoot_database_connections', 'state')
  return [
    ['Requests:', requestWords(countsOf(figures, 'folkmoot_http_requests_total', 'status'))],
    ['Time to answer:', timeWords(figures)],
    ['Mails:', outcomeWords(countsOf(figures, 'folkmoot_mails_total', 'outcome'), MAIL_WORDS)],
    [
      'Webhooks:',
      outcomeWords(countsOf(figures, 'folkmoot_webhook_deliveries_total', 'outcome'), DELIVERY_WORDS),
    ],
    ['Jobs that failed:', listed(countsOf(figures, 'folkmoot_job_failures_total', 'job')) || 'none'],
    ['Connections:', listed(connections)],
    ['Memory:', `${Math.round((valuesOf(figures, 'folkmoot_memory_bytes')[0]?.value ?? 0) / MEGABYTE)} MB`],
  ]
}

const MAIL_WORDS = {
  sent: 'sent',
  retry: 'tried in vain',
  failed: 'refused for good',
  dropped: 'no longer timely',
}
const DELIVERY_WORDS = { sent: 'arrived', waiting: 'tried in vain', failed: 'failed for good' }

/** The counts of a family by the value of one of its labels. */
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
  return `${words(sum(() => true))} answered, ${faults === 0 ? 'none' : words(faults)} with a fault of the service`
}

/** Only as exact as the buckets are. */
function timeWords(figures: Figures): string {
  const took = valuesOf(figures, TIME).filter(({ labels }) => !STREAM.test(String(labels['route'])))
  const upTo = (bound: number | string) =>
    took.reduce((sum, { labels, value }) => (labels['le'] === bound ? sum + value : sum), 0)
  const all = upTo('+Inf')
  if (all === 0) return 'nothing was asked for yet'
  const within = (wanted: number) => {
    const bound = BOUNDS_S.find((seconds) => upTo(seconds) >= wanted)
    return bound === undefined ? `more than ${BOUNDS_S.at(-1)} s` : `${bound * MS_PER_S} ms`
  }
  return `half within ${within(all / 2)}, 99 of 100 within ${within(all * 0.99)}`
}

function outcomeWords(counts: Map<string, number>, named: Record<string, string>): string {
  const told = Object.entries(named).flatMap(([outcome, what]) => {
    const number = counts.get(outcome) ?? 0
    return number === 0 ? [] : [`${words(number)} ${what}`]
  })
  return told.join(', ') || 'none'
}

function listed(counts: Map<string, number>): string {
  return [...counts].map(([name, number]) => `${words(number)} ${name}`).join(', ')
}

function words(number: number): string {
  return new Intl.NumberFormat('en').format(number)
}
