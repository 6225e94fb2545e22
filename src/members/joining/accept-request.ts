import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { lockMembers } from '../../groups/groups-store.ts'
import { findMembership } from '../../groups/memberships-store.ts'
import { findUsers } from '../../users/users-store.ts'
import { acceptInvitation } from '../accept-invitation.ts'
import { addJoined } from './add-joined.ts'
import { countJoinedBy } from './join-links-store.ts'
import { answerRequest } from './join-requests-store.ts'

/**
 * Makes the person of a waiting request a member, and lets them know. NotFound: the group has no such
 * request, or it was answered.
 */
export async function acceptRequest(act: Act, to: { group_id: number; id: number }): Promise<void> {
  const { tx, actor } = act
  const { group_id } = to
  await lockMembers(tx, group_id)
  const answered = await answerRequest(tx, { ...to, state: 'approved' })
  if (answered === null) throw new NotFound()
  const { user_id, link_id } = answered
  await countJoinedBy(tx, link_id)
  const membership_id = await memberOf(act, { group_id, user_id })
  await record(tx, [
    {
      kind: 'join_approved',
      group_id,
      discussion_id: null,
      poll_id: null,
      subject_id: membership_id,
      actor_id: actor.user_id,
      recipient_ids: [user_id],
      recipient_message: null,
    },
  ])
}

/** The person may have been invited by address since they asked. */
async function memberOf(act: Act, who: { group_id: number; user_id: number }): Promise<number> {
  const [user] = await findUsers(act.tx, [who.user_id])
  const found = await findMembership(act.tx, who.group_id, user?.email ?? '')
  if (found === null || found.revoked_at !== null)
    return addJoined(act, { ...who, inviter_id: act.actor.user_id ?? who.user_id })
  if (found.accepted_at === null) await acceptInvitation(act, { ...who, mailed: false })
  return found.id
}
