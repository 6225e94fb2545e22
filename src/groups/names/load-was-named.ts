import type { Queryable } from '../../db/sql.ts'
import type { User } from '../../users/user.ts'
import { hasTypedName } from './given-names-store.ts'

/**
 * Whether somebody has been asked for their name: it is known everywhere, or in a group where they gave it
 * with a link that others may have.
 */
export async function loadWasNamed(db: Queryable, { id, name }: Pick<User, 'id' | 'name'>): Promise<boolean> {
  return name !== null || hasTypedName(db, id)
}
