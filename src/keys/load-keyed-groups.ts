import type { Queryable } from '../db/sql.ts'
import { type KeyedGroup, listKeyedGroups } from './keys-store.ts'

const MOST_GROUPS = 100

/** The groups with keys that a person could copy or renew, because they are an admin there. */
export function loadKeyedGroups(db: Queryable, user_id: number): Promise<KeyedGroup[]> {
  return listKeyedGroups(db, { user_id, most: MOST_GROUPS })
}
