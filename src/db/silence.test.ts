import { describe, test } from 'vitest'
import { openWire } from '../../test/faults/wire.ts'
import { createWorld } from '../../test/world.ts'
import { Unavailable } from '../errors.ts'
import { batched } from './batch.ts'
import { change, changeInTwoTrips, openDb, SYSTEM } from './db.ts'
import { asUnavailable } from './failures.ts'
import { type Queryable, sql } from './sql.ts'

const sleep = sql<{ seconds: number }>('test.sleep', 'select pg_sleep(:seconds)')
const sleepLong = sql<{ seconds: number }>('test.sleep_long', 'select pg_sleep(:seconds)', null, {
  patient: true,
})

/** Longer than any wait, except those known to be long. */
const LONG_S = 13
/** When a waiting caller gets its error; allows for a loaded machine. */
const SOON_MS = 8_000
/** The time limit for a hundred immediate errors; one that waits takes 2 s. */
const AT_ONCE_MS = 1_500
const AGAIN = { timeout: SOON_MS }

const nap = batched<number, number>(
  async (on, items) => {
    await sleep.run(on, { seconds: 0 })
    return items
  },
  { most: 64, lanes: 2, beside: 16 },
)

async function openWired() {
  const { address } = await createWorld()
  const wire = await openWire(`${address.host}/.s.PGSQL.${address.port}`)
  return { wire, db: openDb({ ...address, host: '127.0.0.1', port: wire.port }, 2, 'serve') }
}

describe.concurrent('a silent database', () => {
  test('is given up within some 3 s, in a transaction too, and tried again when it is back', async ({
    expect,
  }) => {
    const { db, wire } = await openWired()
    const begun = Promise.withResolvers<void>()
    const inside = change(db, SYSTEM, async ({ tx }) => {
      begun.resolve()
      await sleep.run(tx, { seconds: 0 })
      wire.become('deaf')
      await sleep.run(tx, { seconds: 0 })
    }).catch(asUnavailable)
    await begun.promise
    const began = performance.now()
    expect(await inside).toBeInstanceOf(Unavailable)
    expect(performance.now() - began).toBeLessThan(SOON_MS)
    expect(db.pool.totalCount).toBe(0)
    wire.become('well')
    await expect.poll(() => sleep.run(db.pool, { seconds: 0 }).catch(asUnavailable), AGAIN).toBe(1)
    await db.close()
  })

  test('is given up as soon in each of the two trips of a change', async ({ expect }) => {
    for (const trip of ['read', 'write'] as const) {
      const { db, wire } = await openWired()
      const sent = (name: string) => async (tx: Queryable) => {
        if (name === trip) wire.become('deaf')
        await sleep.run(tx, { seconds: 0 })
      }
      await sleep.run(db.pool, { seconds: 0 })
      const began = performance.now()
      const plan = async () => null
      const change = changeInTwoTrips(db, SYSTEM, { read: sent('read'), plan, write: sent('write') })
      expect(await change.catch(asUnavailable)).toBeInstanceOf(Unavailable)
      expect(performance.now() - began).toBeLessThan(SOON_MS)
      expect(db.pool.totalCount).toBe(0)
      await db.close()
    }
  })

  test('makes neither queued nor new requests wait until the database answers again', async ({ expect }) => {
    const { db, wire } = await openWired()
    await sleep.run(db.pool, { seconds: 0 })
    wire.become('deaf')
    const ask = () => sleep.run(db.pool, { seconds: 0 }).catch(asUnavailable)
    // Two hold all connections, the third asks as soon as one of them got its error.
    const [first, second, behind] = await Promise.all([ask(), ask(), ask().then(ask)])
    const told = performance.now()
    expect([first, second, behind]).toEqual(Array(3).fill(expect.any(Unavailable)))
    for (let later = 0; later < 100; later++) expect(await ask()).toBeInstanceOf(Unavailable)
    expect(performance.now() - told).toBeLessThan(AT_ONCE_MS)
    wire.become('well')
    await expect.poll(ask, AGAIN).toBe(1)
    await db.close()
  })

  test('holds no items of batches longer, neither those in flight nor those that wait', async ({
    expect,
  }) => {
    const { db, wire } = await openWired()
    expect(await nap(db, 0)).toBe(0)
    wire.become('deaf')
    const began = performance.now()
    const inFlight = nap(db, 1).catch(asUnavailable)
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    const waiting = [2, 3, 4].map((item) => nap(db, item).catch(asUnavailable))
    expect(await Promise.all([inFlight, ...waiting])).toEqual(Array(4).fill(expect.any(Unavailable)))
    expect(performance.now() - began).toBeLessThan(SOON_MS)
    wire.become('well')
    await expect.poll(() => nap(db, 5).catch(asUnavailable), AGAIN).toBe(5)
    await db.close()
  })

  test('is noticed as soon on connections that are still opening', async ({ expect }) => {
    const { db, wire } = await openWired()
    wire.become('deaf')
    const began = performance.now()
    expect(await sleep.run(db.pool, { seconds: 0 }).catch(asUnavailable)).toBeInstanceOf(Unavailable)
    expect(performance.now() - began).toBeLessThan(SOON_MS)
    wire.become('well')
    await expect.poll(() => sleep.run(db.pool, { seconds: 0 }).catch(asUnavailable), AGAIN).toBe(1)
    await db.close()
  })

  test('is waited for where a statement is known to take long', async ({ expect }) => {
    const { db } = await openWired()
    const done = await change(db, SYSTEM, async ({ tx }) => {
      await tx.query("set local statement_timeout = '1min'")
      return sleepLong.run(tx, { seconds: LONG_S })
    })
    expect(done).toBe(1)
    await db.close()
  })
})
