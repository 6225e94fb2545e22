import type { Act } from '../db/db.ts'
import { Conflict } from '../errors.ts'
import { recordNote } from '../events/record-note.ts'
import { isOnlyAdmin } from '../groups/group.ts'
import { addToMemberCounts } from '../groups/groups-store.ts'
import { countAdmins, writeAdmin } from '../groups/roles-store.ts'
import { holdMember } from './hold-member.ts'

/**
 * Makes a member an admin, or an admin a plain member; idempotent. NotFound: no such member; Conflict: only
 * invited (`invitation_open`), or the group's last admin (`last_admin`).
 */
export async function setRole(
  act: Act,
  request: { group_id: number; membership_id: number; admin: boolean },
): Promise<boolean> {
  const { tx } = act
  const found = await holdMember(act, request.group_id, request.membership_id)
  if (request.admin && found.accepted_at === null) throw new Conflict('invitation_open.no_admin')
  if (!request.admin && isOnlyAdmin(found, await countAdmins(tx, request.group_id)))
    throw new Conflict('last_admin.last')
  if (!(await writeAdmin(tx, found.id, request.admin))) return false
  await recordNote(act, {
    kind: request.admin ? 'admin_added' : 'admin_removed',
    group_id: request.group_id,
    subject_id: found.id,
  })
  await addToMemberCounts(tx, request.group_id, { admins: request.admin ? 1 : -1 })
  return true
}
