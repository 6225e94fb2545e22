import type { Queryable } from '../db/sql.ts'
import { mutedAmong } from './mutes-store.ts'

/** Which of these people stopped the emails of this group. */
export async function loadMuted(
  db: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<ReadonlySet<number>> {
  return new Set(ask.user_ids.length === 0 ? [] : await mutedAmong(db, ask))
}
