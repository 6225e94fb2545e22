import type { Queryable } from '../db/sql.ts'
import { isAdminOfFirstGroup } from './instance-admins-store.ts'

/**
 * Whether the person may see the service's status: the admins of the first group may, because the operator
 * created it at the first start.
 */
export function loadInstanceAdmin(db: Queryable, user_id: number): Promise<boolean> {
  return isAdminOfFirstGroup(db, user_id)
}
