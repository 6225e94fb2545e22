import type { Queryable } from '../../db/sql.ts'
import { type ListedJoinLink, listJoinLinks } from './join-links-store.ts'

export type { ListedJoinLink } from './join-links-store.ts'

const MOST_LISTED = 200

/** The group's links, the newest first, also those that have ended. For its admins. */
export function loadJoinLinks(db: Queryable, group_id: number): Promise<ListedJoinLink[]> {
  return listJoinLinks(db, group_id, MOST_LISTED)
}
