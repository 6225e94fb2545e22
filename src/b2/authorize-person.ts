import type { Actor, Db } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { mayDelete } from '../discussions/thread-rights.ts'
import { Forbidden, NotFound } from '../errors.ts'
import type { GroupAbility } from '../groups/group.ts'
import { type GroupVisit, loadGroupVisitById } from '../groups/load-group-visit.ts'
import type { Asker } from '../http/idempotency-store.ts'
import type { PersonalKey } from '../keys/personal-key.ts'
import type { Visitor } from '../members/visits/visit.ts'

/** Database and actor for changes by this key: its person. */
export function commandOf({ db, key: { id, user_id } }: { db: Db; key: PersonalKey }): {
  db: Db
  actor: Actor
  asker: Asker
} {
  return { db, actor: { kind: 'person', user_id }, asker: { by: 'personal_key', id } }
}

/**
 * A group as the person of this key sees it. NotFound: no such group, or they have not joined it; Forbidden
 * `admins_only`: a member who is not an admin.
 */
export async function enterGroup(
  db: Queryable,
  { user_id }: PersonalKey,
  { group_id, ability }: { group_id: number; ability: GroupAbility },
): Promise<GroupVisit> {
  const visit = await loadGroupVisitById(db, group_id, user_id)
  if (!visit.abilities.includes('read')) throw new NotFound()
  if (visit.abilities.includes(ability)) return visit
  throw new Forbidden('admins_only.itself')
}

/** Forbidden `admins_only`: a member who is not an admin, or no member. */
export function requireMayDelete(visitor: Pick<Visitor, 'member' | 'admin'>): void {
  if (!mayDelete(visitor)) throw new Forbidden('admins_only.delete')
}
