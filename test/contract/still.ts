import type { Db } from '../../src/db/db.ts'
import { until } from '../patience.ts'

/** The statements of one process when it answers about a poll. */
export type Listener = {
  /** The names of the statements that ran in the meantime. */
  during(act: () => Promise<unknown>): Promise<string[]>
  /** The values that this statement was sent with in the meantime. */
  sentWith(name: string, act: () => Promise<unknown>): Promise<unknown[][]>
  /** Repeats a read until it queries only the snapshot: the rest is cached. */
  untilStill(read: () => Promise<unknown>): Promise<void>
}

/** Records all statements of this pool. */
export function listenTo({ pool }: Db): Listener {
  const asked: { name: string; values: unknown[] }[] = []
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
  Object.assign(pool, {
    query: (...given: unknown[]) => {
      const [statement] = given
      if (typeof statement === 'object' && statement !== null && 'name' in statement)
        asked.push({ values: [], ...(statement as { name: string }) })
      return query(...given)
    },
  })
  const sent = async (act: () => Promise<unknown>) => {
    const from = asked.length
    await act()
    return asked.slice(from)
  }
  const during: Listener['during'] = async (act) => (await sent(act)).map(({ name }) => name)
  return {
    during,
    sentWith: async (name, act) =>
      (await sent(act)).flatMap((one) => (one.name === name ? [one.values] : [])),
    // Tests of other files write to the same server, and each of their changes invalidates the cache.
    untilStill: (read) =>
      until(async () => {
        const names = await during(read)
        const more = names.filter((name) => name !== 'snapshot.present')
        if (names.length === 0 || more.length > 0) throw new Error(`asked were ${names.join()}`)
      }),
  }
}
