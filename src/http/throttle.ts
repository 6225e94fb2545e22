import { type Allowance, Declined } from '../errors.ts'

const WINDOW_MS = 60_000
/** Keys that are not yet known to exist: invented ones cannot fill the memory. */
const MOST_STRANGERS = 10_000

/** The limit is reached; retry after `allowance.reset_seconds`. */
export class RateLimited extends Declined {
  override readonly allowance: Allowance
  constructor(allowance: Allowance) {
    super('rate_limited.requests', { limit: allowance.limit, seconds: allowance.reset_seconds })
    this.allowance = allowance
  }
}

/** Counts the requests of a minute. */
export type Throttle = {
  /** Counts a request with this key, and returns the rest; null: no limit. RateLimited: nothing is left. */
  count: (key: string) => Allowance | null
  /** The key exists: its requests are counted apart from those that may be invented. */
  prove: (key: string) => void
}

/**
 * Counts requests per minute and key, in this process's memory. `limit` 0: no limit. Counts of proved keys
 * stay until the minute ends, however many; of the others the oldest is dropped, and no two keys share a
 * count.
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
