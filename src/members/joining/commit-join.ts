import type { Act } from '../../db/db.ts'
import { NotFound, problem, refuse } from '../../errors.ts'
import type { Group } from '../../groups/group.ts'
import { groupState, requireActive } from '../../groups/group-state.ts'
import { lockGroup } from '../../groups/groups-store.ts'
import { findMembership } from '../../groups/memberships-store.ts'
import { editProfile } from '../../users/edit-profile.ts'
import { checkName, readName } from '../../users/name.ts'
import type { User } from '../../users/user.ts'
import { findUsers } from '../../users/users-store.ts'
import { acceptInvitation } from '../accept-invitation.ts'
import { claimRemoval } from '../returning/claim-removal.ts'
import { addJoined } from './add-joined.ts'
import { type JoinLink, type LinkState, MOST_WAITING, stateOfLink } from './join-link.ts'
import { countJoinedBy, findJoinLinkById, type ListedJoinLink } from './join-links-store.ts'
import { isDeclined } from './join-request.ts'
import { confirmRequest, findRequestOf, putRequest } from './join-requests-store.ts'
import { recordFlood } from './record-flood.ts'
import { recordRequest } from './record-request.ts'

/** The result; the state of a link that accepts nobody; `flooded`: too many requests wait. */
export type JoinOutcome =
  | 'joined'
  | 'member'
  | 'waiting'
  | 'declined'
  | 'flooded'
  | Exclude<LinkState, 'open'>

/** `name`: as typed; it counts for people without a name. */
type Joining = { link_id: number; user_id: number; name: string | null }

/**
 * Lets a person in by a link, or has their request wait: their address is confirmed. People whom an admin
 * removed always ask first. NotFound: no such link; Forbidden: the group is suspended; Invalid: the name.
 */
export async function commitJoin(
  act: Act,
  { link_id, user_id, name }: Joining,
): Promise<{ outcome: JoinOutcome; group: Group; link: JoinLink }> {
  const { tx } = act
  const group_id = (await findJoinLinkById(tx, link_id))?.group_id ?? 0
  const group = await lockGroup(tx, group_id)
  const link = await findJoinLinkById(tx, link_id)
  const [user] = await findUsers(tx, [user_id])
  if (group === null || link === null || user?.email == null) throw new NotFound()
  requireActive(groupState(group))
  const outcome = await outcomeFor(act, { link, user, name })
  return { outcome, group, link }
}

type Comer = { link: ListedJoinLink; user: User; name: string | null }

async function outcomeFor(act: Act, comer: Comer): Promise<JoinOutcome> {
  const { link, user } = comer
  const who = { group_id: link.group_id, user_id: user.id }
  const membership = await findMembership(act.tx, link.group_id, user.email ?? '')
  if (membership !== null && membership.revoked_at === null) {
    if (membership.accepted_at !== null) return 'member'
    await acceptInvitation(act, { ...who, mailed: false })
    return 'joined'
  }
  const earlier = await findRequestOf(act.tx, who)
  if (earlier?.state === 'waiting') return 'waiting'
  if (earlier !== null && isDeclined(earlier, act.now)) return 'declined'
  const asks = link.asks || membership !== null || (await wasRemovedBefore(act, comer))
  const state = stateOfLink(link, act.now, asks ? link.waiting : 0)
  if (state !== 'open') return state
  if (asks && link.waiting >= MOST_WAITING) {
    await recordFlood(act, link)
    return 'flooded'
  }
  return enter(act, comer, asks)
}

/** Whether the group removed an earlier account of theirs. Then they ask, although they deleted it since. */
function wasRemovedBefore(act: Act, { link, user }: Comer): Promise<boolean> {
  return claimRemoval(act, { group_id: link.group_id, user_id: user.id, email: user.email ?? '' })
}

async function enter(act: Act, { link, user, name }: Comer, asks: boolean): Promise<'waiting' | 'joined'> {
  const { tx } = act
  if (user.name === null) await takeName(act, user.id, name)
  const about = { group_id: link.group_id, link_id: link.id, user_id: user.id }
  const id = await putRequest(tx, { ...about, name: null, made_person: false })
  const state = asks ? 'waiting' : 'joined'
  await confirmRequest(tx, { id, link_id: link.id, state })
  if (asks) await recordRequest(act, about)
  else {
    await countJoinedBy(tx, link.id)
    await addJoined(act, { ...about, inviter_id: link.made_by })
  }
  return state
}

/** Requests without a name would tell the admins nothing. */
async function takeName(act: Act, user_id: number, typed: string | null): Promise<void> {
  const name = readName(typed ?? '')
  refuse(name === null ? [problem('name', 'blank')] : checkName(name))
  await editProfile(act, user_id, { name })
}
