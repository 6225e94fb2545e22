import type { Db } from '../../db/db.ts'
import { ATTEMPT_MINUTES } from './provider.ts'
import { dropOldAttemptsAt } from './provider-attempts-store.ts'

/** Deletes at most `most` attempts whose browsers did not come back in time. Returns how many. */
export function purgeAttempts({ pool }: Db, most: number): Promise<number> {
  return dropOldAttemptsAt(pool, ATTEMPT_MINUTES, most)
}
