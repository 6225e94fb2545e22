import type { Db } from '../../db/db.ts'
import { dropUnconfirmed } from './join-requests-store.ts'

const UNCONFIRMED_HOURS = 24

/**
 * Deletes requests with an address that nobody confirmed within a day, and the people they made: at most
 * `most`. Returns how many.
 */
export function purgeRequests({ pool }: Db, most: number): Promise<number> {
  return dropUnconfirmed(pool, UNCONFIRMED_HOURS, most)
}
