import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { createWorld } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { closePoll } from '../close-poll.ts'
import { countApart } from './count-apart.ts'
import type { BallotsToCount } from './counting.ts'

/** Threads: how many were started, how many count, and the most that counted at once. */
const threads = { started: 0, running: 0, most: 0 }

function noteThread(thread: Worker): void {
  threads.started += 1
  threads.running += 1
  threads.most = Math.max(threads.most, threads.running)
  // Its answer ends its turn; on a busy machine the thread itself ends later.
  thread.once('message', () => {
    threads.running -= 1
  })
}

beforeAll(() => {
  process.on('worker', noteThread)
})

afterAll(() => {
  process.off('worker', noteThread)
})

const ASKED: BallotsToCount = {
  ballots: ['2 {3,0}\n1 {0,3}'],
  counted_as: 'scores',
  method: 'equal_shares',
  others: [],
  seats: 1,
  options: 2,
  key: 'k3yk3yk3',
  points: 0,
  min_score: 0,
  max_score: 3,
  costs: [10, 20],
  budget: 30,
}

test('all who ask for the same count at once wait for one thread', async () => {
  const [one, same, other] = await Promise.all([
    countApart(ASKED),
    countApart({ ...ASKED }),
    countApart({ ...ASKED, budget: 20 }),
  ])
  expect(one).not.toBe(null)
  expect(same).toBe(one)
  expect(other).not.toBe(one)
})

test('of many different counts, few have a thread at the same time, and all end', async () => {
  threads.most = 0
  const asked = Array.from({ length: 20 }, (_, place) => countApart({ ...ASKED, budget: 100 + place }))
  expect((await Promise.all(asked)).filter((counted) => counted === null)).toEqual([])
  expect(threads.most).toBeGreaterThan(1)
  expect(threads.most).toBeLessThan(10)
})

test('a count of few ballots takes no thread, even with more than a few options', async () => {
  threads.started = 0
  const options = 30
  const scores = Array.from({ length: options }, (_, place) => place + 1)
  const ranked = { ...ASKED, ...({ method: 'irv', counted_as: 'ranks', costs: null, budget: null } as const) }
  const few = { ...ranked, options, others: ['stv_meek', 'ranked_pairs', 'schulze'] as const }
  expect(await countApart({ ...few, ballots: [`1 {${scores}}`] })).not.toBe(null)
  expect(threads.started).toBe(0)
  const many = Array.from({ length: 100 }, (_, turn) => [
    ...scores.slice(turn % 30),
    ...scores.slice(0, turn % 30),
  ])
  expect(await countApart({ ...few, ballots: [many.map((ballot) => `1 {${ballot}}`).join('\n')] })).not.toBe(
    null,
  )
  expect(threads.started).toBe(1)
})

test('a closing may count for longer than the database lets a transaction be idle', async () => {
  const world = await createWorld()
  const id = await makePoll(world, { settings: { poll_type: 'ranked_choice' }, options: ['Oak', 'Elm'] })
  const patience = await change(world.db, SYSTEM, async (act) => {
    await closePoll(act, id)
    const { rows } = await act.tx.query<{ shown: string }>(
      "select current_setting('idle_in_transaction_session_timeout') as shown",
    )
    return rows[0]?.shown
  })
  expect(patience).toBe('10min')
})
