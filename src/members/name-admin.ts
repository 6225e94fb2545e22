import type { Act } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import { lockMembers } from '../groups/groups-store.ts'
import { countAdmins } from '../groups/roles-store.ts'
import { loadServiceGroup } from '../groups/service/load-service-groups.ts'
import { recordDeed } from '../groups/service/record-deed.ts'
import { holdMember } from './hold-member.ts'
import { setRole } from './set-role.ts'

/**
 * Makes a member admin of a group that has none, for someone who runs the service, and records it; idempotent.
 * NotFound: no such group or member; Conflict: only invited, or the group has an admin again.
 */
export async function nameAdmin(
  act: Act,
  request: { group_id: number; membership_id: number },
): Promise<void> {
  const { group_id, membership_id } = request
  const group = await loadServiceGroup(act.tx, group_id)
  if (group.deleted_at !== null) throw new NotFound()
  await lockMembers(act.tx, group_id)
  const member = await holdMember(act, group_id, membership_id)
  if (member.admin) return
  if ((await countAdmins(act.tx, group_id)) > 0) throw new Conflict('has_admin.meanwhile')
  await setRole(act, { group_id, membership_id, admin: true })
  await recordDeed(act, 'group_admin_named', { group, user_id: member.user_id })
}
