import type { Act } from '../db/db.ts'
import { Conflict, Invalid } from '../errors.ts'
import { allMemberships } from '../groups/memberships-store.ts'
import { countAdmins } from '../groups/roles-store.ts'
import { holdMember } from './hold-member.ts'
import { changeMembers } from './set-members.ts'

/**
 * Removes a member, or withdraws an invitation: ballots not yet cast are taken back. It can be undone. NotFound: no
 * such member; Conflict `last_admin`; with `guard` Invalid `would_empty_group`.
 */
export async function removeMember(
  act: Act,
  { group_id, membership_id, guard = false }: { group_id: number; membership_id: number; guard?: boolean },
): Promise<void> {
  const found = await holdMember(act, group_id, membership_id)
  if (found.admin && (await countAdmins(act.tx, group_id)) === 1)
    throw new Conflict(
      'last_admin',
      'This is the last admin of the group. Make somebody else an admin first.',
    )
  if (guard && (await allMemberships(act.tx, group_id)).length === 1) {
    const message = 'is the last member of the group, and the key is guarded'
    throw new Invalid([{ field: 'id', code: 'would_empty_group', message }], 'would_empty_group')
  }
  await changeMembers(act, group_id, { added: [], removed: [found] })
}
