import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import type { AnyMembership } from '../groups/group.ts'
import { lockMembers } from '../groups/groups-store.ts'
import { findMembershipById } from '../groups/roles-store.ts'

/**
 * Returns a member of the group, and locks the group's members until the transaction ends. NotFound: no such
 * member.
 */
export async function holdMember({ tx }: Act, group_id: number, id: number): Promise<AnyMembership> {
  await lockMembers(tx, group_id)
  const found = await findMembershipById(tx, group_id, id)
  if (found === null || found.revoked_at !== null) throw new NotFound()
  return found
}
