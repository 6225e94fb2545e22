import { type Db, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { type Allowance, Declined } from '../errors.ts'
import { countOne } from './attempts-store.ts'
import { LIMITS, type LimitName } from './limit.ts'
import { hashToken } from './secret.ts'

const MINUTE_SECONDS = 60

/** Too many attempts; the next is allowed after `minutes`. */
export class TooManyAttempts extends Declined {
  readonly minutes: number
  override readonly allowance: Allowance
  constructor(minutes: number, limit: number) {
    super('too_many_attempts.wait', { minutes })
    this.minutes = minutes
    this.allowance = { limit, remaining: 0, reset_seconds: minutes * MINUTE_SECONDS }
  }
}

/**
 * Counts an attempt by `subject` (a mailbox, a network); rejected ones count too. Commits in a transaction of
 * its own: an attempt counts even if the caller rolls back. Given a transaction, counts within that one, so
 * only committed work counts. Throws TooManyAttempts.
 */
export async function countAttempt(on: Db | Queryable, limit: LimitName, subject: string): Promise<void> {
  const { most, minutes } = LIMITS[limit]
  const { count, seconds_left } = await countOne(poolOf(on), attemptHash(limit, subject), minutes)
  if (count > most) throw new TooManyAttempts(Math.max(1, Math.ceil(seconds_left / MINUTE_SECONDS)), most)
}

/** The stored form of who attempted what. */
export function attemptHash(limit: LimitName, subject: string): Buffer {
  return hashToken(`${limit} ${subject}`)
}
