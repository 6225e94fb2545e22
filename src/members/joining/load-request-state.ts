import type { Queryable } from '../../db/sql.ts'
import type { JoinRequest } from './join-request.ts'
import { findRequestState } from './join-requests-store.ts'

/** How a request to join this group stands, for the group's admins. Null: the group has no such request. */
export function loadRequestState(
  db: Queryable,
  of: { group_id: number; id: number },
): Promise<JoinRequest['state'] | null> {
  return findRequestState(db, of)
}
