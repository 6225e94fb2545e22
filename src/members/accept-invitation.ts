import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { addToMemberCounts, lockMembers } from '../groups/groups-store.ts'
import { membersAmong } from '../groups/memberships-store.ts'
import { verifyAddress } from '../users/users-store.ts'
import { acceptMembership } from './acceptance-store.ts'

/**
 * The invited person and the group. `mailed`: the person used a link that was sent to their address, not one
 * that someone copied.
 */
export type Accepting = { group_id: number; user_id: number; mailed: boolean }

/**
 * Makes an invited person a full member. False: they were one; nothing changes. A mailed link verifies the
 * address. NotFound: not invited, or the invitation was withdrawn.
 */
export async function acceptInvitation({ tx }: Act, { mailed, ...to }: Accepting): Promise<boolean> {
  await lockMembers(tx, to.group_id)
  const members = await membersAmong(tx, to.group_id, [to.user_id])
  if (members.length === 0) throw new NotFound()
  if (mailed) await verifyAddress(tx, to.user_id)
  const accepted = await acceptMembership(tx, to)
  if (accepted) await addToMemberCounts(tx, to.group_id, { pending: -1 })
  return accepted
}
