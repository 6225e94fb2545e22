import type { Db } from '../db/db.ts'
import { deleteOldDeliveries } from './deliveries-store.ts'

/** How long the log of a webhook goes back. */
const KEPT_DAYS = 30

/** Deletes deliveries that are too old to be of use, at most `most`. Returns how many. */
export function purgeDeliveries(db: Db, most: number): Promise<number> {
  return deleteOldDeliveries(db.pool, KEPT_DAYS, most)
}
