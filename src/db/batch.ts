import { type Db, isDatabaseTrouble } from './db.ts'
import type { Queryable } from './sql.ts'

/**
 * Things that arrive in one turn of the event loop, or while a batch is on its way, go together: no timers,
 * and no waiting when idle. Used where it is worth several times the rate: casting named ballots, showing and
 * making polls, and looking up keys.
 */

type Waiting<In, Out> = { item: In; resolve: (result: Out) => void; reject: (error: unknown) => void }

type Limits<In> = {
  /** Items in one batch, at most. */
  most: number
  /** Batches under way at once, at most. */
  lanes: number
  /** Two items with the same key are never on their way together. */
  keyOf?: (item: In) => string
}

type Send<In, Out> = (on: Queryable, items: In[]) => Promise<Out[]>

/**
 * Returns a function that hands one item to `send` in the company of others, or, within a transaction, alone.
 * `send` answers in the order given, and does all or nothing. Where what was sent is at fault, each goes by
 * itself, so that it fails alone; trouble with the database fails all of a batch.
 */
export function batched<In, Out>(
  send: Send<In, Out>,
  limits: Limits<In>,
): (on: Db | Queryable, item: In) => Promise<Out> {
  const apart = { ...limits, apart: true }
  const together = batchedChanges<In, Out>(({ pool }, items) => send(pool, items), apart)
  return async (on, item) => ('pool' in on ? together(on, item) : ((await send(on, [item]))[0] as Out))
}

/** The same for what `send` does in transactions of its own: a failure of the batch fails all its items. */
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

/** `apart`: where what was sent is at fault, each goes by itself. */
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

function batcherOf<In, Out>(
  send: (items: In[]) => Promise<Out[]>,
  { most, lanes, keyOf, apart = false }: Limits<In> & { apart?: boolean },
) {
  let queue: Waiting<In, Out>[] = []
  const flying = new Set<string>()
  let batches = 0

  /** The first items of the queue that may fly now. */
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

  async function fly(): Promise<void> {
    const batch = take()
    if (batch.length === 0) return
    batches += 1
    try {
      await answer(send, batch, apart)
    } finally {
      batches -= 1
      if (keyOf !== undefined) for (const waiting of batch) flying.delete(keyOf(waiting.item))
      if (queue.length > 0) void fly()
    }
  }

  let awaiting = false
  /** After the other requests of this turn of the loop had their say. */
  function flySoon(): void {
    if (awaiting || batches >= lanes) return
    awaiting = true
    setImmediate(() => {
      awaiting = false
      void fly()
    })
  }

  return (item: In): Promise<Out> =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      flySoon()
    })
}
