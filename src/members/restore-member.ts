import type { Act } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { rewritten } from '../events/field-change.ts'
import { recordChange } from '../events/record.ts'
import { endingOf } from '../groups/group.ts'
import { addToMemberCounts, findGroup, lockMembers } from '../groups/groups-store.ts'
import { type FormerMembership, findMembership, restoreMembership } from '../groups/memberships-store.ts'
import { loadServiceRole, NO_SERVICE, type ServiceRole } from '../groups/service/load-instance-admin.ts'
import { holdPolls } from '../polls/ballots/electorate-store.ts'
import { issueBallots } from '../polls/electorate/issue-ballots.ts'
import { changeMembers } from './set-members.ts'

/**
 * The state of a restored person; not `accepted`: was only invited, and is invited again. `service`: what an
 * admin may do again, which callers let confirm.
 */
export type Restored = { email: string; admin: boolean; accepted: boolean; service: ServiceRole }

/**
 * Undoes the removal of a member: restores role, acceptance and ballots. A person who was invited again since
 * gets role and acceptance back. Someone whose invitation was withdrawn is invited again, by a new mail: the
 * links of the withdrawn one stay ended. NotFound: no such group, or never a member; Conflict: nothing to
 * restore; InvitesLimited: as for every invitation.
 */
export async function restoreMember(act: Act, handle: string, email: string): Promise<Restored> {
  const { tx, actor } = act
  const group = await findGroup(tx, handle)
  if (group === null) throw new NotFound('not_found.group_handle', { handle })
  await lockMembers(tx, group.id)
  const found = await findMembership(tx, group.id, email)
  if (found === null) throw new NotFound('not_found.member', { email, handle })
  const was = formerly(found)
  if (was === null) throw new Conflict('nothing_to_restore.member', { email, handle })
  if (!was.accepted) return inviteAgain(act, group.id, email)
  await holdPolls(tx, group.id)
  const service = was.admin
    ? await loadServiceRole(tx, { group_id: group.id, user_id: found.user_id })
    : NO_SERVICE
  await restoreMembership(tx, found.id)
  await issueBallots(act, {
    group_id: group.id,
    user_ids: [found.user_id],
    inviter_id: actor.user_id ?? found.user_id,
  })
  const removed = found.revoked_at !== null
  if (removed) await recordReturn(act, group.id, found)
  await addToMemberCounts(tx, group.id, {
    memberships: removed ? 1 : 0,
    pending: removed ? 0 : -1,
    admins: was.admin ? 1 : 0,
  })
  return { email, ...was, service }
}

async function recordReturn({ tx, actor }: Act, group_id: number, found: FormerMembership): Promise<void> {
  const returned: NewEvent = {
    kind: 'membership_created',
    group_id,
    discussion_id: null,
    poll_id: null,
    subject_id: found.id,
    actor_id: actor.user_id,
    recipient_ids: [],
    recipient_message: null,
  }
  await recordChange(tx, returned, [rewritten(endingOf(found) === 'left' ? 'readmitted' : 'restored')])
}

async function inviteAgain(act: Act, group_id: number, email: string): Promise<Restored> {
  await changeMembers(act, group_id, { added: [email], removed: [] })
  return { email, admin: false, accepted: false, service: NO_SERVICE }
}

/** Role and acceptance before the removal; null when the membership was never removed. */
function formerly(found: FormerMembership): { admin: boolean; accepted: boolean } | null {
  if (found.revoked_at !== null) return { admin: found.admin, accepted: found.accepted_at !== null }
  if (found.former_accepted_at === null || found.accepted_at !== null) return null
  return { admin: found.former_admin, accepted: true }
}
