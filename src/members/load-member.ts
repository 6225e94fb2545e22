import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import type { AnyMembership } from '../groups/group.ts'
import { findNaming, type Naming } from '../groups/names/given-names-store.ts'
import { readUsersIn } from '../groups/names/shown-user-reads.ts'
import { findMembershipById } from '../groups/roles-store.ts'
import type { User } from '../users/user.ts'

export type { Naming } from '../groups/names/given-names-store.ts'

/** A current or former member of the group. */
export type GroupMember = { membership: AnyMembership; user: User }

/** For the group's admins. NotFound: was never in the group. */
export async function loadMember(db: Queryable, group_id: number, id: number): Promise<GroupMember> {
  const membership = await findMembershipById(db, group_id, id)
  const [user] = membership === null ? [] : await readUsersIn(db, group_id, [membership.user_id])
  if (membership === null || user === undefined) throw new NotFound()
  return { membership, user }
}

/** Where a member's name comes from, for the group's admins. */
export function loadNaming(db: Queryable, { membership }: GroupMember): Promise<Naming> {
  return findNaming(db, membership.group_id, membership.user_id)
}
