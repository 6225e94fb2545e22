import { type Allowance, Declined } from '../errors.ts'

const WINDOW_MS = 60_000
/** Keys of which nobody knows yet whether they are any: made-up ones cannot fill the memory. */
const MOST_STRANGERS = 10_000

/** The limit was reached; may be tried again after `allowance.reset_seconds`. */
export class RateLimited extends Declined {
  override readonly allowance: Allowance
  constructor(allowance: Allowance) {
    super('rate_limited.requests', { limit: allowance.limit, seconds: allowance.reset_seconds })
    this.allowance = allowance
  }
}

/** Counts the requests of a minute. */
export type Throttle = {
  /**
   * Counts a request with this key, and tells what is left; null: there is no limit. RateLimited: nothing was
   * left.
   */
  count: (key: string) => Allowance | null
  /** The key is one: what it asked is counted apart from those that may be made up. */
  prove: (key: string) => void
}

/**
 * Counts requests a minute for each key, in this process's memory. `limit` 0: no limit. Counts of keys that
 * were proved stay until the minute ends, as many as there are; of the others the oldest makes room, and no
 * key is counted with another.
 */
export function throttle(limit: number, clock: () => number = Date.now): Throttle {
  let proved = new Map<string, number>()
  let strangers = new Map<string, number>()
  let ends = 0
  const renew = (now: number) => {
    if (now < ends) return
    proved = new Map()
    strangers = new Map()
    ends = now + WINDOW_MS
  }
  return {
    count: (key) => {
      if (limit === 0) return null
      const now = clock()
      renew(now)
      const counts = proved.has(key) ? proved : strangers
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (strangers.size > MOST_STRANGERS) dropOldest(strangers)
      const allowance = {
        limit,
        remaining: Math.max(0, limit - count),
        reset_seconds: Math.ceil((ends - now) / 1_000),
      }
      if (count > limit) throw new RateLimited(allowance)
      return allowance
    },
    prove: (key) => {
      const count = strangers.get(key)
      if (count === undefined) return
      strangers.delete(key)
      proved.set(key, count)
    },
  }
}

function dropOldest(counts: Map<string, number>): void {
  for (const key of counts.keys()) {
    counts.delete(key)
    return
  }
}
