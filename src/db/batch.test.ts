import { describe, expect, test, vi } from 'vitest'
import { batchedChanges, MOST_WAIT_MS } from './batch.ts'
import { type Db, openDb } from './db.ts'

/** Nothing connects: the batches are sent to these tests. */
const nowhere = (): Db => openDb({ connection_string: 'postgres://nowhere.invalid/none' }, 1)

type Sent = { items: number[]; end: () => void }

/** Sends batches to a list, from which the test ends them. */
function openBatches(limits: { most: number; lanes: number; beside?: number }) {
  const sent: Sent[] = []
  const db = nowhere()
  const send = batchedChanges<number, number>(
    (_, items) =>
      new Promise((resolve) => {
        sent.push({ items, end: () => resolve(items.map((item) => item * 10)) })
      }),
    limits,
  )
  return { sent, add: (...items: number[]) => items.map((item) => send(db, item)) }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
const itemsOf = (sent: Sent[]) => sent.map(({ items }) => items)

describe('a batch beside another', () => {
  test('is sent once enough items wait, and not before', async () => {
    const { sent, add } = openBatches({ most: 8, lanes: 2, beside: 3 })
    add(1)
    await turn()
    add(2, 3)
    await turn()
    expect(itemsOf(sent)).toEqual([[1]])
    add(4)
    await turn()
    expect(itemsOf(sent)).toEqual([[1], [2, 3, 4]])
  })

  test('is not sent while as many are in flight as there are lanes', async () => {
    const { sent, add } = openBatches({ most: 2, lanes: 2, beside: 2 })
    add(1, 2)
    await turn()
    add(3, 4)
    await turn()
    add(5, 6, 7)
    await turn()
    expect(itemsOf(sent)).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  test('leaves fewer items waiting until the other ends, and then sends them', async () => {
    const { sent, add } = openBatches({ most: 8, lanes: 2, beside: 3 })
    add(1)
    await turn()
    const [second] = add(2)
    await turn()
    sent[0]?.end()
    await turn()
    expect(itemsOf(sent)).toEqual([[1], [2]])
    sent[1]?.end()
    expect(await second).toBe(20)
  })

  test('is not sent when one of two has ended, while too few wait', async () => {
    const { sent, add } = openBatches({ most: 8, lanes: 2, beside: 2 })
    add(1)
    await turn()
    add(2, 3)
    await turn()
    const [last] = add(4)
    sent[0]?.end()
    await turn()
    expect(itemsOf(sent)).toEqual([[1], [2, 3]])
    sent[1]?.end()
    await turn()
    sent[2]?.end()
    expect(await last).toBe(40)
  })

  test('is sent with fewer items, too, when the other may be stuck', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { sent, add } = openBatches({ most: 8, lanes: 2, beside: 3 })
    add(1)
    await turn()
    const [second] = add(2)
    await turn()
    vi.advanceTimersByTime(MOST_WAIT_MS - 1)
    expect(itemsOf(sent)).toEqual([[1]])
    vi.advanceTimersByTime(1)
    expect(itemsOf(sent)).toEqual([[1], [2]])
    // Both are in flight: the third waits for one to end, and then for no more than the second did.
    add(3)
    await turn()
    vi.advanceTimersByTime(2 * MOST_WAIT_MS)
    sent[1]?.end()
    expect(await second).toBe(20)
    await turn()
    expect(itemsOf(sent)).toEqual([[1], [2]])
    vi.advanceTimersByTime(MOST_WAIT_MS)
    expect(itemsOf(sent)).toEqual([[1], [2], [3]])
    vi.useRealTimers()
  })
})
