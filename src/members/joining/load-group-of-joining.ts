import type { Queryable } from '../../db/sql.ts'
import { findJoinLinkById } from './join-links-store.ts'
import { groupOfRequest } from './join-requests-store.ts'

/** The group of this link; 0: there is no such link. */
export async function loadGroupOfLink(db: Queryable, id: number): Promise<number> {
  return (await findJoinLinkById(db, id))?.group_id ?? 0
}

/** The group of this request; 0: there is no such request. */
export function loadGroupOfRequest(db: Queryable, id: number): Promise<number> {
  return groupOfRequest(db, id)
}
