import type { Queryable } from '../../db/sql.ts'
import { findTypedName } from '../../groups/names/given-names-store.ts'
import { withoutGuestMark } from '../../groups/names/guest-mark.ts'

/**
 * The name that was typed with a link to this person that was passed on, which is not theirs until they say
 * so: see `setOwnName`. Null: none.
 */
export async function loadTypedName(db: Queryable, user_id: number): Promise<string | null> {
  const name = await findTypedName(db, user_id)
  return name === null ? null : withoutGuestMark(name)
}
