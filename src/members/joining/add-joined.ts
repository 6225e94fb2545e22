import type { Act } from '../../db/db.ts'
import { rewritten } from '../../events/field-change.ts'
import { recordChange } from '../../events/record.ts'
import { addToMemberCounts } from '../../groups/groups-store.ts'
import { inviteMembers } from '../../groups/memberships-store.ts'
import { holdPolls } from '../../polls/ballots/electorate-store.ts'
import { issueBallots } from '../../polls/electorate/issue-ballots.ts'
import { acceptMembership } from '../acceptance-store.ts'
import { deleteRemovals } from '../returning/delete-removals.ts'

/**
 * Makes a person a full member at once, with their ballots, and returns the membership's id. The caller has
 * locked the group's members, and the person is none of them.
 */
export async function addJoined(
  act: Act,
  to: { group_id: number; user_id: number; inviter_id: number },
): Promise<number> {
  const { tx, actor } = act
  const { group_id, user_id, inviter_id } = to
  await holdPolls(tx, group_id)
  const [made] = await inviteMembers(tx, { group_id, user_ids: [user_id], inviter_id })
  const id = made?.id ?? 0
  await acceptMembership(tx, to)
  await deleteRemovals(act, { group_id, user_ids: [user_id] })
  await issueBallots(act, { group_id, user_ids: [user_id], inviter_id })
  const joined = {
    kind: 'membership_created' as const,
    group_id,
    discussion_id: null,
    poll_id: null,
    subject_id: id,
    actor_id: actor.user_id,
    recipient_ids: [],
    recipient_message: null,
  }
  await recordChange(tx, joined, [rewritten('by_link')])
  await addToMemberCounts(tx, group_id, { memberships: 1 })
  return id
}
