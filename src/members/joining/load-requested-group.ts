import type { Queryable } from '../../db/sql.ts'
import { fullName } from '../../groups/group.ts'
import { findRequested } from './join-requests-store.ts'

/**
 * The group with this handle, for somebody whose request to join it waits: the link by which they asked named
 * it. Null: there is no such request.
 */
export async function loadRequestedGroup(
  db: Queryable,
  who: { handle: string; user_id: number },
): Promise<{ name: string; public: boolean } | null> {
  const row = await findRequested(db, who)
  if (row === null) return null
  const parent = row.parent_name === null ? null : { name: row.parent_name }
  return { name: fullName(row, parent), public: row.public }
}
