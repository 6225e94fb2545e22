import type { Queryable } from '../../db/sql.ts'
import { findProposedName } from '../../groups/names/given-names-store.ts'
import { withoutGuestMark } from '../../locales/guest-mark.ts'

/**
 * The name by which a group knows this person, which is not theirs until they say so: typed with a link that
 * was passed on, see `setOwnName`, or else given by an admin. Null: none.
 */
export async function loadProposedName(db: Queryable, user_id: number): Promise<string | null> {
  const name = await findProposedName(db, user_id)
  return name === null ? null : withoutGuestMark(name)
}
