import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import { isAddedAdmin, isFirstGroup, isInstanceAdmin } from './instance-admins-store.ts'

/**
 * Whether the person may run the service: the admins of the first group may, because the operator created it
 * at the first start, and people whom `folkmoot instance-admin add` names.
 */
export function loadInstanceAdmin(db: Queryable, user_id: number): Promise<boolean> {
  return isInstanceAdmin(db, user_id)
}

/**
 * What else an admin of the group may do: `runs`, its admins run the service; `adds`, this person would
 * begin to; `loses`, this person would stop to as soon as they are no admin of the group any more.
 */
export type ServiceRole = { runs: boolean; adds: boolean; loses: boolean }

export const NO_SERVICE: ServiceRole = { runs: false, adds: false, loses: false }

/** For the admins of the group, before they change this person's role. */
export async function loadServiceRole(
  db: Queryable,
  { group_id, user_id }: { group_id: number; user_id: number },
): Promise<ServiceRole> {
  if (!(await isFirstGroup(db, group_id))) return NO_SERVICE
  if (!(await isInstanceAdmin(db, user_id))) return { runs: true, adds: true, loses: false }
  return { runs: true, adds: false, loses: !(await isAddedAdmin(db, user_id)) }
}

/** NotFound, as for an address that does not exist, for everyone else. */
export async function requireInstanceAdmin(db: Queryable, user_id: number): Promise<void> {
  if (!(await loadInstanceAdmin(db, user_id))) throw new NotFound('not_found.address')
}
