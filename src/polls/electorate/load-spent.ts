import type { Queryable } from '../../db/sql.ts'
import { isSpent } from './spent-votes-store.ts'

/** Whether this person has no ballot because an account with their address, deleted since, had one. */
export function loadSpent(db: Queryable, who: { poll_id: number; user_id: number }): Promise<boolean> {
  return isSpent(db, who)
}
