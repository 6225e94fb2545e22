import { type Act, change, type Db, SYSTEM } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { lockMembers } from '../../groups/groups-store.ts'
import { membersAmong } from '../../groups/memberships-store.ts'
import { recordGroupDeeds } from '../../groups/service/record-deed.ts'
import type { GroupsRule } from '../../users/single-sign-on/provider.ts'
import { findUsers, holdPerson } from '../../users/users-store.ts'
import { acceptInvitation } from '../accept-invitation.ts'
import { removeMember } from '../remove-member.ts'
import { claimRemoval } from '../returning/claim-removal.ts'
import { changeMembers } from '../set-members.ts'
import { mappedGroups, markEndedByClaim, markMapped, rememberLogin } from './mapped-groups-store.ts'
import { type MappedGroup, type MappingPlan, planMapping } from './mapping.ts'

type Mapped = {
  user_id: number
  issuer: string
  subject: string
  rule: GroupsRule
  values: string[] | null
}

/**
 * What was done in one group, for the log; `kept`: they stay as the group's last admin, or because people
 * here changed their membership at this moment; `removed_here`: they do not join, because they left or people
 * here removed them; `other_account`: they do not join, because the login was in the group with another
 * account; `no_open_group`: none has this handle, or it is suspended or deleted; `failed`: nothing was done,
 * and `why` says why.
 */
export type MappingStep = {
  group: string
  did: Done | 'would_join' | 'would_leave' | 'failed'
  why?: string
}
type Done = 'joined' | 'left' | 'kept' | 'removed_here' | 'other_account' | 'no_open_group'

/**
 * Puts someone who signs in with a provider out of the groups which only its claim had given them, and into
 * others. Each group in a transaction of its own: one that fails does not keep them in another. With
 * `dry_run` only records what it would do, and whose the login is.
 */
export async function setMappedGroups(db: Db, mapped: Mapped): Promise<MappingStep[]> {
  const { user_id, rule, values } = mapped
  if (rule.mode === 'off' || values === null) return []
  const handles = rule.map.map(({ handle }) => handle)
  const plan = await planFor(db.pool, mapped, handles)
  const steps: MappingStep[] = notJoined(plan)
  // Also in a dry run: who votes then and deletes the account must not vote again later.
  if (plan.remember.length > 0) await remember(db, mapped, plan)
  if (rule.mode === 'dry_run') return [...steps, ...(await writeDown(db, user_id, plan))]
  // Few groups change at one sign-in, and each has its own lock.
  for (const group of plan.leave) steps.push(await stepIn(group, () => leaveGroup(db, group, mapped)))
  for (const group of plan.join) steps.push(await stepIn(group, () => joinGroup(db, group, mapped)))
  return steps
}

async function planFor(db: Queryable, mapped: Mapped, handles: string[]): Promise<MappingPlan> {
  const { rule, values, ...login } = mapped
  return planMapping(rule, values, await mappedGroups(db, { ...login, handles }))
}

function notJoined({ absent, barred, taken }: MappingPlan): { group: string; did: Done }[] {
  return [
    ...absent.map((group) => ({ group, did: 'no_open_group' as const })),
    ...barred.map(({ handle }) => ({ group: handle, did: 'removed_here' as const })),
    ...taken.map(({ handle }) => ({ group: handle, did: 'other_account' as const })),
  ]
}

/** Members by invitation too: who deletes such an account gets no second one by the claim. */
function remember(db: Db, { user_id, issuer, subject }: Mapped, plan: MappingPlan): Promise<void> {
  const group_ids = plan.remember.map(({ id }) => id)
  return change(db, SYSTEM, async ({ tx }) => {
    if (await holdPerson(tx, user_id)) await rememberLogin(tx, { group_ids, user_id, issuer, subject })
  })
}

async function stepIn(
  { handle }: MappedGroup,
  step: () => Promise<MappingStep['did']>,
): Promise<MappingStep> {
  try {
    return { group: handle, did: await step() }
  } catch (error) {
    const { name, message } = error as Error
    return { group: handle, did: 'failed', why: `${name}: ${message}` }
  }
}

/** What was planned may not be right any more: others change the group at the same time. */
function joinGroup(db: Db, { id, handle }: MappedGroup, mapped: Mapped): Promise<Done> {
  return change(db, SYSTEM, async (act) => {
    // First, as the deletion of an account does: nobody becomes a member whose account is being deleted.
    if (!(await holdPerson(act.tx, mapped.user_id))) throw new NotFound()
    await lockMembers(act.tx, id)
    const plan = await planFor(act.tx, mapped, [handle])
    if (plan.join.length > 0 && !(await join(act, id, mapped))) return 'removed_here'
    return notJoined(plan).find(({ group }) => group === handle)?.did ?? 'joined'
  })
}

/**
 * A person invited before joins by that invitation, which stays someone else's here. False: the group removed
 * an earlier account with their address.
 */
async function join(act: Act, group_id: number, { user_id, issuer }: Mapped): Promise<boolean> {
  const [user] = await findUsers(act.tx, [user_id])
  if (user?.email == null) return true
  const invited = (await membersAmong(act.tx, group_id, [user_id])).length > 0
  if (!invited && (await claimRemoval(act, { group_id, user_id, email: user.email }))) return false
  if (!invited) await changeMembers(act, group_id, { added: [user.email], removed: [] })
  await acceptInvitation(act, { group_id, user_id, mailed: false })
  if (!invited) await markMapped(act.tx, { group_id, user_id, issuer })
  return true
}

async function leaveGroup(db: Db, { id: group_id, handle }: MappedGroup, mapped: Mapped): Promise<Done> {
  try {
    return await change(db, SYSTEM, async (act) => {
      await lockMembers(act.tx, group_id)
      const [membership_id] = (await planFor(act.tx, mapped, [handle])).leave.map((own) => own.membership_id)
      if (membership_id == null) return 'kept'
      await removeMember(act, { group_id, membership_id })
      await markEndedByClaim(act.tx, { membership_id, issuer: mapped.issuer })
      return 'left'
    })
  } catch (error) {
    if (error instanceof Conflict) return 'kept'
    throw error
  }
}

async function writeDown(
  db: Db,
  user_id: number,
  { join, leave }: { join: MappedGroup[]; leave: MappedGroup[] },
): Promise<MappingStep[]> {
  const planned = [
    ...join.map((group) => ({ group, did: 'would_join' as const })),
    ...leave.map((group) => ({ group, did: 'would_leave' as const })),
  ]
  if (planned.length > 0)
    await change(db, SYSTEM, (act) =>
      recordGroupDeeds(
        act,
        user_id,
        planned.map(({ group, did }) => ({ what: did, group })),
      ),
    )
  return planned.map(({ group, did }) => ({ group: group.handle, did }))
}
