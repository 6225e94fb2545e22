import type { Db } from '../db/db.ts'
import { deleteOldDeliveries } from './deliveries-store.ts'

/** How long a webhook's log is kept. */
const KEPT_DAYS = 30

/** Deletes at most `most` expired deliveries. Returns how many. */
export function purgeDeliveries(db: Db, most: number): Promise<number> {
  return deleteOldDeliveries(db.pool, KEPT_DAYS, most)
}
