import type { Act } from '../../db/db.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { recordNote } from '../../events/record-note.ts'
import { addToMemberCounts, lockMembers } from '../groups-store.ts'
import { countAdmins, findMembershipById, writeAdmin } from '../roles-store.ts'
import { loadServiceGroup } from './load-service-groups.ts'
import { recordDeed } from './record-deed.ts'

/**
 * Makes a member admin of a group that has none, for someone who runs the service, and records it;
 * idempotent. NotFound: no such group or member; Conflict: only invited, or the group has an admin again.
 */
export async function setFirstAdmin(
  act: Act,
  { group_id, membership_id }: { group_id: number; membership_id: number },
): Promise<void> {
  const { tx } = act
  const group = await loadServiceGroup(tx, group_id)
  await lockMembers(tx, group_id)
  const member = await findMembershipById(tx, group_id, membership_id)
  if (group.deleted_at !== null || member === null || member.revoked_at !== null) throw new NotFound()
  if (member.admin) return
  if (member.accepted_at === null) throw new Conflict('invitation_open.no_admin')
  if ((await countAdmins(tx, group_id)) > 0) throw new Conflict('has_admin.meanwhile')
  await writeAdmin(tx, membership_id, true)
  await recordNote(act, { kind: 'admin_added', group_id, subject_id: membership_id })
  await addToMemberCounts(tx, group_id, { admins: 1 })
  await recordDeed(act, 'group_admin_named', { group, user_id: member.user_id })
}
