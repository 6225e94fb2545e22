import { expect, test } from 'vitest'
import { factsOfFigures } from './figure-words.ts'
import type { Figures } from './figures.ts'
import { BOUNDS_S } from './meter.ts'

type Labels = Record<string, string>

const family = (name: string, ...values: [labels: Labels, value: number][]): Figures[number] => ({
  name: `folkmoot_${name}`,
  values: values.map(([labels, value]) => ({ labels, value })),
})

/** A histogram after summing: each bucket includes the smaller ones. */
const durations = (...routes: [route: string, held: Record<number, number>][]) =>
  family(
    'http_request_seconds',
    ...routes.flatMap(([route, held]) =>
      [...BOUNDS_S, '+Inf'].map((le, place): [Labels, number] => [
        { route, le: le as string },
        Object.entries(held).reduce((sum, [at, number]) => (Number(at) <= place ? sum + number : sum), 0),
      ]),
    ),
  )

test('metrics are shown as text, summed over their labels', () => {
  const facts = factsOfFigures([
    family(
      'http_requests_total',
      [{ method: 'GET', route: '/a', status: '200' }, 1_200],
      [{ method: 'GET', route: '/b', status: '404' }, 3],
      [{ method: 'POST', route: '/a', status: '503' }, 2],
    ),
    durations(['/a', { 0: 60, 1: 38, 3: 1, 7: 1 }], ['/p/:key/live', { 10: 5_000 }]),
    family('mails_total', [{ outcome: 'sent' }, 7], [{ outcome: 'retry' }, 16], [{ outcome: 'failed' }, 1]),
    family('webhook_deliveries_total', [{ outcome: 'sent' }, 1], [{ outcome: 'waiting' }, 1]),
    family('job_failures_total', [{ job: 'settle' }, 2]),
    family('database_connections', [{ state: 'busy' }, 1], [{ state: 'idle' }, 4], [{ state: 'waiting' }, 0]),
    family('memory_bytes', [{}, 134_600_000]),
  ])
  expect(facts).toEqual([
    ['Requests', '1,205 answered, 2 with a server error'],
    ['Response time', '50% within 5 ms, 99% within 50 ms'],
    ['Emails', '7 sent, 16 failed attempts, 1 permanently rejected'],
    ['Notifications', 'none'],
    ['Webhooks', '1 delivered, 1 failed attempt'],
    ['Failed jobs', '2 settle'],
    ['Connections', '1 busy, 4 idle, 0 waiting'],
    ['Memory', '135 MB'],
  ])
})

test('a start without requests shows no time, and one that hangs shows that it is long', () => {
  const time = (...figures: Figures) => factsOfFigures(figures)[1]?.[1]
  expect(time()).toBe('no requests yet')
  expect(time(durations(['/a', { 10: 1 }]))).toBe('50% within more than 10 s, 99% within more than 10 s')
})
