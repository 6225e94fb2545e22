import { expect, test } from 'vitest'
import { BOUNDS_S } from './families.ts'
import { factsOfFigures } from './figure-words.ts'

const buckets = (held: Record<number, number>) =>
  Array.from({ length: BOUNDS_S.length + 2 }, (_, place) => held[place] ?? 0)

test('figures are told in words, summed over what they are told apart by', () => {
  const facts = factsOfFigures({
    requests: { 'GET\t/a\t200': [1_200], 'GET\t/b\t404': [3], 'POST\t/a\t503': [2] },
    durations: { '/a': buckets({ 0: 60, 1: 38, 3: 1, 7: 1 }), '/p/:key/live': buckets({ 10: 5_000 }) },
    mails: { sent: [7], failed: [1] },
    job_failures: { settle: [2] },
    connections: { busy: [1], idle: [4], waiting: [0] },
    memory: { '': [134_600_000] },
  })
  expect(facts).toEqual([
    ['Requests:', '1,205 answered, 2 with a fault of the service'],
    ['Time to answer:', 'half within 5 ms, 99 of 100 within 50 ms'],
    ['Mails:', '7 sent, 1 refused for good'],
    ['Webhooks:', 'none'],
    ['Jobs that failed:', '2 settle'],
    ['Connections:', '1 busy, 4 idle, 0 waiting'],
    ['Memory:', '135 MB'],
  ])
})

test('of a start nothing was asked of yet no time is told, and of one that hangs that it is long', () => {
  const time = (durations: Record<string, number[]>) => factsOfFigures({ durations })[1]?.[1]
  expect(time({})).toBe('nothing was asked for yet')
  expect(time({ '/a': buckets({ 10: 1 }) })).toBe(
    'half within more than 10 s, 99 of 100 within more than 10 s',
  )
})
