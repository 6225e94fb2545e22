import type { Act } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import { lockMembers } from '../groups/groups-store.ts'
import { countAdmins, findMembershipById } from '../groups/roles-store.ts'
import { changeMembers } from './set-members.ts'

/**
 * Removes a member, or withdraws an invitation: ballots not yet cast are taken back. It can be undone. NotFound: no
 * such member; Conflict `last_admin`.
 */
export async function removeMember(
  act: Act,
  { group_id, membership_id }: { group_id: number; membership_id: number },
): Promise<void> {
  await lockMembers(act.tx, group_id)
  const found = await findMembershipById(act.tx, group_id, membership_id)
  if (found === null || found.revoked_at !== null) throw new NotFound()
  if (found.admin && (await countAdmins(act.tx, group_id)) === 1)
    throw new Conflict(
      'last_admin',
      'This is the last admin of the group. Make somebody else an admin first.',
    )
  await changeMembers(act, group_id, { added: [], removed: [found] })
}
