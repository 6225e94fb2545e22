import type { Queryable } from '../db/sql.ts'
import { type OwnGroup, readOwnGroups } from './own-groups-reads.ts'

export type { OwnGroup } from './own-groups-reads.ts'

const MOST = 200

/** The group with this handle if the person has joined it; otherwise their first group, or null. */
export async function loadOwnGroup(db: Queryable, user_id: number, handle: string): Promise<OwnGroup | null> {
  const groups = await readOwnGroups(db, user_id, MOST)
  return groups.find((group) => group.handle === handle) ?? groups[0] ?? null
}
