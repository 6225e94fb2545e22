import type { Act } from '../db/db.ts'
import { Conflict, Invalid, problem } from '../errors.ts'
import { isOnlyAdmin } from '../groups/group.ts'
import { allMemberships } from '../groups/memberships-store.ts'
import { countAdmins } from '../groups/roles-store.ts'
import { holdMember } from './hold-member.ts'
import { changeMembers } from './set-members.ts'

/**
 * Removes a member, or withdraws an invitation, and their ballots that are not cast. It can be undone.
 * NotFound: no such member; Conflict `last_admin`; with `guard` Invalid `would_empty_group`.
 */
export async function removeMember(
  act: Act,
  { group_id, membership_id, guard = false }: { group_id: number; membership_id: number; guard?: boolean },
): Promise<void> {
  const found = await holdMember(act, group_id, membership_id)
  if (isOnlyAdmin(found, await countAdmins(act.tx, group_id))) throw new Conflict('last_admin.last')
  if (guard && (await allMemberships(act.tx, group_id)).length === 1) {
    throw new Invalid([problem('id', 'last_member')], 'would_empty_group')
  }
  await changeMembers(act, group_id, { added: [], removed: [found] })
}
