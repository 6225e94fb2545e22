import type { Queryable } from '../../db/sql.ts'
import { type Refused, whyRefused } from './refused-ballots-store.ts'

/** Why this person has no ballot, if another account with their address is the reason; else null. */
export function loadRefused(
  db: Queryable,
  who: { poll_id: number; user_id: number },
): Promise<Refused | null> {
  return whyRefused(db, who)
}
