import type { Db } from './db.ts'
import { isDatabaseTrouble } from './failures.ts'
import type { Queryable } from './sql.ts'

/**
 * Items that arrive in one turn of the event loop, or while a batch is in flight, are sent together, without
 * delay when idle. We batch where it multiplies the rate: casting named ballots, showing and
 * creating polls, and looking up keys.
 */

type Waiting<In, Out> = { item: In; resolve: (result: Out) => void; reject: (error: unknown) => void }

type Limits<In> = {
  /** Most items in one batch. */
  most: number
  /** Most batches in flight at once. */
  lanes: number
  /**
   * The least items of a batch sent beside another: fewer wait for it to end, but not for one that is stuck
   * (`MOST_WAIT_MS`). For statements whose cost is mostly that of starting them. Missing: 1.
   */
  beside?: number
  /** Two items with the same key are never in flight together. */
  keyOf?: (item: In) => string
}

/**
 * So long a few items wait for the batch in flight. One that takes longer waits for a lock, or its connection
 * is lost, which is noticed only after seconds.
 */
export const MOST_WAIT_MS = 250

type Send<In, Out> = (on: Queryable, items: In[]) => Promise<Out[]>

/**
 * Returns a function that passes an item to `send` in a batch with others, or alone within a transaction.
 * `send` answers in the given order, and does all or nothing. If an item is invalid, each item is sent alone,
 * so that only that one fails; a database error fails the whole batch.
 */
export function batched<In, Out>(
  send: Send<In, Out>,
  limits: Limits<In>,
): (on: Db | Queryable, item: In) => Promise<Out> {
  const apart = { ...limits, apart: true }
  const together = batchedChanges<In, Out>(({ pool }, items) => send(pool, items), apart)
  return async (on, item) => ('pool' in on ? together(on, item) : ((await send(on, [item]))[0] as Out))
}

/** The same for a `send` with its own transactions: a failed batch fails all its items. */
export function batchedChanges<In, Out>(
  send: (db: Db, items: In[]) => Promise<Out[]>,
  limits: Limits<In> & { apart?: boolean },
): (db: Db, item: In) => Promise<Out> {
  const batchers = new WeakMap<Db['pool'], (item: In) => Promise<Out>>()
  return (db, item) => {
    let batcher = batchers.get(db.pool)
    if (batcher === undefined) {
      batcher = batcherOf((items) => send(db, items), limits)
      batchers.set(db.pool, batcher)
    }
    return batcher(item)
  }
}

/** `apart`: send each item alone if one of them is invalid. */
async function answer<In, Out>(
  send: (items: In[]) => Promise<Out[]>,
  batch: Waiting<In, Out>[],
  apart: boolean,
): Promise<void> {
  try {
    const results = await send(batch.map(({ item }) => item))
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Out)
  } catch (error) {
    if (!apart || batch.length === 1 || isDatabaseTrouble(error))
      for (const { reject } of batch) reject(error)
    else for (const waiting of batch) await answer(send, [waiting], apart)
  }
}

/** Items in order of arrival, taken in batches. */
function queueOf<In, Out>({ most, keyOf }: Pick<Limits<In>, 'most' | 'keyOf'>) {
  let queue: Waiting<In, Out>[] = []
  const flying = new Set<string>()

  /** The first items that may be sent now. */
  function take(): Waiting<In, Out>[] {
    if (keyOf === undefined) return queue.splice(0, most)
    const batch: Waiting<In, Out>[] = []
    const left: Waiting<In, Out>[] = []
    for (const waiting of queue) {
      const key = keyOf(waiting.item)
      if (batch.length === most || flying.has(key)) left.push(waiting)
      else {
        flying.add(key)
        batch.push(waiting)
      }
    }
    queue = left
    return batch
  }

  return {
    add: (waiting: Waiting<In, Out>) => void queue.push(waiting),
    length: () => queue.length,
    take,
    /** The batch is no longer in flight. */
    land: (batch: Waiting<In, Out>[]) => {
      if (keyOf !== undefined) for (const { item } of batch) flying.delete(keyOf(item))
    },
  }
}

function batcherOf<In, Out>(
  send: (items: In[]) => Promise<Out[]>,
  { lanes, beside = 1, apart = false, ...limits }: Limits<In> & { apart?: boolean },
) {
  const queue = queueOf<In, Out>(limits)
  let batches = 0

  const mayFly = () => batches === 0 || (batches < lanes && queue.length() >= beside)

  function fly(): void {
    if (mayFly()) void flyNow()
    else flyLater()
  }

  let later: NodeJS.Timeout | undefined
  async function flyNow(): Promise<void> {
    clearTimeout(later)
    later = undefined
    const batch = queue.take()
    if (batch.length === 0) return
    batches += 1
    flyLater()
    try {
      await answer(send, batch, apart)
    } finally {
      batches -= 1
      queue.land(batch)
      fly()
    }
  }

  /** A few items do not wait for a batch that may be stuck. */
  function flyLater(): void {
    if (queue.length() === 0 || batches === lanes) return
    later ??= setTimeout(() => {
      later = undefined
      if (batches < lanes) void flyNow()
    }, MOST_WAIT_MS)
  }

  let awaiting = false
  /** After the other requests of this turn of the event loop. */
  function flySoon(): void {
    if (awaiting) return
    awaiting = true
    setImmediate(() => {
      awaiting = false
      fly()
    })
  }

  return (item: In): Promise<Out> =>
    new Promise((resolve, reject) => {
      queue.add({ item, resolve, reject })
      flySoon()
    })
}
