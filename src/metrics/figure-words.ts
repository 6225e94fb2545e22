import { BETWEEN, BOUNDS_S, type FamilyName, type Figures } from './families.ts'
import type { Fact } from './status.ts'

const MEGABYTE = 1_000_000
const MS_PER_S = 1_000
/** An open page keeps its stream open: how long says nothing. */
const STREAM = /\/live$/

/** What the processes that answer have counted since their start, in words. */
export function factsOfFigures(figures: Figures): Fact[] {
  const connections = countsOf(figures, 'connections', 0)
  return [
    ['Requests:', requestWords(countsOf(figures, 'requests', 2))],
    ['Time to answer:', timeWords(figures.durations ?? {})],
    ['Mails:', outcomeWords(countsOf(figures, 'mails', 0), MAIL_WORDS)],
    ['Webhooks:', outcomeWords(countsOf(figures, 'deliveries', 0), DELIVERY_WORDS)],
    ['Jobs that failed:', listed(countsOf(figures, 'job_failures', 0)) || 'none'],
    ['Connections:', listed(connections)],
    ['Memory:', `${Math.round((figures.memory?.['']?.[0] ?? 0) / MEGABYTE)} MB`],
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
function countsOf(figures: Figures, family: FamilyName, label: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [key, [value = 0]] of Object.entries(figures[family] ?? {})) {
    const name = key.split(BETWEEN)[label] ?? ''
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
function timeWords(durations: Record<string, number[]>): string {
  const buckets = [...BOUNDS_S, Number.POSITIVE_INFINITY].map((_, place) =>
    Object.entries(durations).reduce(
      (all, [route, values]) => (STREAM.test(route) ? all : all + (values[place] ?? 0)),
      0,
    ),
  )
  const all = buckets.reduce((sum, held) => sum + held, 0)
  if (all === 0) return 'nothing was asked for yet'
  return `half within ${within(buckets, all / 2)}, 99 of 100 within ${within(buckets, all * 0.99)}`
}

function within(buckets: number[], wanted: number): string {
  let passed = 0
  const place = buckets.findIndex((held) => {
    passed += held
    return passed >= wanted
  })
  const bound = BOUNDS_S[place]
  return bound === undefined ? `more than ${BOUNDS_S.at(-1)} s` : `${bound * MS_PER_S} ms`
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
