import type { Queryable } from '../db/sql.ts'
import { mutedAmong } from './mutes-store.ts'
import { readMutedMembers } from './reach-reads.ts'

/** In larger groups they are not counted: the form of every new thread asks. */
const MOST_COUNTED = 10_000

/** Which of these people stopped the emails of this group. */
export async function loadMuted(
  db: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<ReadonlySet<number>> {
  return new Set(ask.user_ids.length === 0 ? [] : await mutedAmong(db, ask))
}

/** How many of the other members stopped the emails of a group of this size. Null: too many to count. */
export async function loadMutedOthers(
  db: Queryable,
  { group_id, members, but_user_id }: { group_id: number; members: number; but_user_id: number },
): Promise<number | null> {
  return members > MOST_COUNTED ? null : readMutedMembers(db, { group_id, but_user_id })
}
