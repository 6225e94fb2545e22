import type { Queryable } from '../db/sql.ts'
import { readRemoved } from './webhook-reads.ts'

/** Whether the group had this webhook, and it was removed. For the group's admins. */
export function loadRemoved(db: Queryable, of: { group_id: number; id: number }): Promise<boolean> {
  return readRemoved(db, of)
}
