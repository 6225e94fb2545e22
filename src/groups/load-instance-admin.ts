import type { Queryable } from '../db/sql.ts'
import { isAdminOfFirstGroup } from './instance-admins-store.ts'

/**
 * Whether the person sees how the service is: the admins of the first group do, for whoever runs the service
 * made it at its first start.
 */
export function loadInstanceAdmin(db: Queryable, user_id: number): Promise<boolean> {
  return isAdminOfFirstGroup(db, user_id)
}
