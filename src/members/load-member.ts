import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { type AnyMembership, findMembershipById } from '../groups/roles-store.ts'
import { readUsersIn } from '../groups/shown-user-reads.ts'
import type { User } from '../users/user.ts'

/** One who is, or was, in the group. */
export type GroupMember = { membership: AnyMembership; user: User }

/** For the group's admins. NotFound: was never in the group. */
export async function loadMember(db: Queryable, group_id: number, id: number): Promise<GroupMember> {
  const membership = await findMembershipById(db, group_id, id)
  const [user] = membership === null ? [] : await readUsersIn(db, group_id, [membership.user_id])
  if (membership === null || user === undefined) throw new NotFound()
  return { membership, user }
}
