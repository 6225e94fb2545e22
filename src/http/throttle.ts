import { type Allowance, Refusal } from '../errors.ts'

const WINDOW_MS = 60_000
// So that made-up keys cannot fill the memory: past it, all further keys share one count until the minute ends.
const MOST_KEYS = 100_000
const SHARED = 'all further keys'

/** The limit was reached; may be tried again after `allowance.reset_seconds`. */
export class RateLimited extends Refusal {
  declare readonly allowance: Allowance
  constructor(allowance: Allowance) {
    super(
      'rate_limited',
      `Only ${allowance.limit} requests a minute are allowed. Try again in ${allowance.reset_seconds} s.`,
      allowance,
    )
  }
}

/**
 * Counts requests a minute for each key, in this process's memory. Returns a function that counts one request
 * and tells what is left; it throws RateLimited when nothing was. `limit` 0: no limit, answers null.
 */
export function throttle(limit: number, clock: () => number = Date.now): (key: string) => Allowance | null {
  let counts = new Map<string, number>()
  let ends = 0
  return (key) => {
    if (limit === 0) return null
    const now = clock()
    if (now >= ends) {
      counts = new Map()
      ends = now + WINDOW_MS
    }
    const name = counts.has(key) || counts.size < MOST_KEYS ? key : SHARED
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const allowance = {
      limit,
      remaining: Math.max(0, limit - count),
      reset_seconds: Math.ceil((ends - now) / 1_000),
    }
    if (count > limit) throw new RateLimited(allowance)
    return allowance
  }
}
