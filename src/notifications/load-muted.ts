import type { Queryable } from '../db/sql.ts'
import { readReachable } from './reach-reads.ts'

/** Those of these people who stopped the mails of this group. */
export async function loadMuted(
  db: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<number[]> {
  const people = await readReachable(db, ask)
  return people.filter(({ muted }) => muted).map(({ user_id }) => user_id)
}
