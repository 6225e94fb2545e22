import type { Act } from '../db/db.ts'
import { Invalid, problem, refuse } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { rewritten } from '../events/field-change.ts'
import { record, recordAlike } from '../events/record.ts'
import type { ListedMembership } from '../groups/group.ts'
import { addToMemberCounts, lockMembers } from '../groups/groups-store.ts'
import { invitePeople } from '../groups/invites/invite-people.ts'
import { allMemberships, inviteMembers, revokeMemberships } from '../groups/memberships-store.ts'
import { holdPolls } from '../polls/ballots/electorate-store.ts'
import { issueBallots, takeMembersBallots } from '../polls/electorate/issue-ballots.ts'
import { type Addressee, type AddressList, readAddresses } from '../users/address-list.ts'
import { deleteLostLinks } from '../users/personal-links-store.ts'
import { addressKey } from '../users/user.ts'
import { deleteRemovals } from './returning/delete-removals.ts'

export type SetMembers = {
  group_id: number
  emails: Addressee[]
  remove_absent: boolean
  /** Returns the result and changes nothing. */
  dry_run: boolean
  /** Refuses to empty the group or to remove its last admin, unless forced. */
  guard: boolean
  force: boolean
}

/** The newly invited addresses, in the given order, and the removed ones, by membership. */
export type MembersSet = { added_emails: string[]; removed_emails: string[] }

/**
 * Invites every address that is not yet in the group and, with `remove_absent`, removes every member who is
 * not listed. Invited people get their ballots of open polls; removed people lose those not yet cast. Invalid
 * names each bad address, and changes nothing; InvitesLimited: too many new people, except in a key's first
 * request of an hour, which is completed, with its mails spread over time.
 */
export async function setMembers(act: Act, request: SetMembers): Promise<MembersSet> {
  const { addresses, names, problems } = readAddresses(request.emails, 'emails')
  refuse(problems)
  if (!request.dry_run) await lockMembers(act.tx, request.group_id)
  const present = await allMemberships(act.tx, request.group_id)
  const inGroup = new Set(present.map((member) => addressKey(member.email)))
  const listed = new Set(addresses.map(addressKey))
  const added = addresses.filter((address) => !inGroup.has(addressKey(address)))
  const removed = request.remove_absent
    ? present.filter((member) => !listed.has(addressKey(member.email)))
    : []
  if (request.guard && !request.force) refuseRuin(present, removed, added)
  if (!request.dry_run) await changeMembers(act, request.group_id, { added, names, removed })
  return { added_emails: added, removed_emails: removed.map((member) => member.email) }
}

/** Rejects what `guard` forbids. */
function refuseRuin(present: ListedMembership[], removed: ListedMembership[], added: string[]): void {
  if (removed.length === 0) return
  const field = 'remove_absent'
  if (removed.length === present.length && added.length === 0) {
    const found = problem(field, 'would_empty_group', { count: present.length })
    throw new Invalid([found], 'would_empty_group')
  }
  const gone = new Set(removed)
  const admins = present.filter((member) => member.admin)
  if (admins.length > 0 && admins.every((admin) => gone.has(admin))) {
    throw new Invalid([problem(field, 'would_remove_last_admin')], 'would_remove_last_admin')
  }
}

/** `names`: of the added, as written beside their addresses. */
type Changed = { added: string[]; names?: AddressList['names']; removed: ListedMembership[] }

const NO_NAMES: AddressList['names'] = new Map()

/**
 * Invites these addresses and removes these members, with their ballots and other consequences. The caller
 * has locked the members, and none of the addresses is a member.
 */
export async function changeMembers(
  act: Act,
  group_id: number,
  { added, names = NO_NAMES, removed }: Changed,
): Promise<void> {
  if (added.length + removed.length === 0) return
  const { tx, actor } = act
  await holdPolls(tx, group_id)
  // First: of somebody who changed their address, the removed account leaves the ballot to the added one.
  const gone = removed.map((member) => member.user_id)
  const membership_ids = removed.map((member) => member.id)
  await takeMembersBallots(act, { group_id, user_ids: gone, membership_ids, inviter_id: actor.user_id ?? 0 })
  const user_ids = await invitePeople(act, {
    group_id,
    emails: added,
    names,
    field: 'emails',
    whole: true,
  })
  const invited = await inviteMembers(tx, { group_id, user_ids, inviter_id: actor.user_id })
  await deleteRemovals(act, { group_id, user_ids })
  await issueBallots(act, { group_id, user_ids, inviter_id: actor.user_id ?? 0 })
  await revokeMemberships(tx, membership_ids, actor.user_id)
  await deleteLostLinks(tx, { group_id, user_ids: gone })
  await recordMembers(act, group_id, { invited, removed })
  await addToMemberCounts(tx, group_id, {
    memberships: invited.length - removed.length,
    pending: invited.length - removed.filter(isInvited).length,
    admins: -removed.filter((member) => member.admin).length,
  })
}

type Recorded = { invited: { id: number; user_id: number }[]; removed: ListedMembership[] }

async function recordMembers({ tx, actor }: Act, group_id: number, { invited, removed }: Recorded) {
  const of = {
    group_id,
    discussion_id: null,
    poll_id: null,
    actor_id: actor.user_id,
    recipient_message: null,
  }
  const gone = ({ id }: ListedMembership): NewEvent => {
    return { ...of, kind: 'membership_removed', subject_id: id, recipient_ids: [] }
  }
  await record(tx, [
    ...invited.map(({ id, user_id }): NewEvent => {
      return { ...of, kind: 'membership_created', subject_id: id, recipient_ids: [user_id] }
    }),
    ...removed.filter((member) => !isInvited(member)).map(gone),
  ])
  await recordAlike(tx, removed.filter(isInvited).map(gone), [rewritten('invitation')])
}

/** Has not joined yet, or not again: removing them withdraws an invitation. */
const isInvited = ({ accepted_at }: ListedMembership) => accepted_at === null
