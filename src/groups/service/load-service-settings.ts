import type { Queryable } from '../../db/sql.ts'
import { loadInstanceAdmin } from './load-instance-admin.ts'
import { groupsAreOpen } from './service-settings-store.ts'

/** Whether anyone who is signed in may create groups. */
export function loadOpenGroups(db: Queryable): Promise<boolean> {
  return groupsAreOpen(db)
}

/** Whether this person may create groups. */
export async function loadMayCreateGroups(db: Queryable, user_id: number): Promise<boolean> {
  return (await groupsAreOpen(db)) || loadInstanceAdmin(db, user_id)
}
