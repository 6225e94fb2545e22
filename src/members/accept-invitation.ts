import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { addToMemberCounts, lockMembers } from '../groups/groups-store.ts'
import { membersAmong } from '../groups/memberships-store.ts'
import { verifyAddress } from '../users/users-store.ts'
import { acceptMembership } from './acceptance-store.ts'

/**
 * Makes an invited person a member in full; doing it again changes nothing. The address counts as verified:
 * the invitation came there. NotFound: not invited, or the invitation was withdrawn.
 */
export async function acceptInvitation(
  { tx }: Act,
  to: { group_id: number; user_id: number },
): Promise<void> {
  await lockMembers(tx, to.group_id)
  const members = await membersAmong(tx, to.group_id, [to.user_id])
  if (members.length === 0) throw new NotFound()
  await verifyAddress(tx, to.user_id)
  if (await acceptMembership(tx, to)) await addToMemberCounts(tx, to.group_id, { pending: -1 })
}
