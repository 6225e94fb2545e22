import { type Act, change, type Db, SYSTEM } from '../../db/db.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { lockMembers } from '../../groups/groups-store.ts'
import { membersAmong } from '../../groups/memberships-store.ts'
import { recordGroupDeeds } from '../../groups/service/record-deed.ts'
import type { GroupsRule } from '../../users/single-sign-on/provider.ts'
import { findUsers } from '../../users/users-store.ts'
import { acceptInvitation } from '../accept-invitation.ts'
import { removeMember } from '../remove-member.ts'
import { changeMembers } from '../set-members.ts'
import { mappedGroups, markEndedByClaim, markMapped } from './mapped-groups-store.ts'
import { type MappedGroup, planMapping } from './mapping.ts'

type Mapped = { user_id: number; issuer: string; rule: GroupsRule; values: string[] | null }

/**
 * What was done in one group, for the log; `kept`: the group's last admin stays; `removed_here`: they do not
 * join, because they left or people here removed them; `no_open_group`: none has this handle, or it is
 * suspended or deleted; `failed`: nothing was done, and `why` says why.
 */
export type MappingStep = {
  group: string
  did: 'joined' | 'left' | 'kept' | 'removed_here' | 'would_join' | 'would_leave' | 'no_open_group' | 'failed'
  why?: string
}

/**
 * Puts somebody who signs in with a provider out of the groups which only its claim had given them, and into
 * others. Each group in a transaction of its own: one that fails does not keep them in another. With
 * `dry_run` only writes down what it would do.
 */
export async function setMappedGroups(db: Db, mapped: Mapped): Promise<MappingStep[]> {
  const { user_id, issuer, rule, values } = mapped
  if (rule.mode === 'off' || values === null) return []
  const handles = rule.map.map(({ handle }) => handle)
  const groups = await mappedGroups(db.pool, { handles, user_id, issuer })
  const plan = planMapping(rule, values, groups)
  const { leave, barred, absent } = plan
  const steps: MappingStep[] = [
    ...absent.map((group) => ({ group, did: 'no_open_group' as const })),
    ...barred.map(({ handle }) => ({ group: handle, did: 'removed_here' as const })),
  ]
  if (rule.mode === 'dry_run') return [...steps, ...(await writeDown(db, user_id, plan))]
  // Few groups change at one sign-in, and each has its own lock.
  for (const group of leave) steps.push(await stepIn(group, () => leaveGroup(db, group, issuer)))
  for (const group of plan.join) steps.push(await stepIn(group, () => joinGroup(db, group, mapped)))
  return steps
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

function joinGroup(db: Db, { id }: MappedGroup, mapped: Mapped): Promise<MappingStep['did']> {
  return change(db, SYSTEM, async (act) => {
    await join(act, id, mapped)
    return 'joined' as const
  })
}

/** A person invited before joins by that invitation, which stays somebody's here. */
async function join(act: Act, group_id: number, { user_id, issuer }: Mapped): Promise<void> {
  await lockMembers(act.tx, group_id)
  const [user] = await findUsers(act.tx, [user_id])
  if (user?.email == null) return
  const invited = (await membersAmong(act.tx, group_id, [user_id])).length > 0
  if (!invited) await changeMembers(act, group_id, { added: [user.email], removed: [] })
  await acceptInvitation(act, { group_id, user_id, mailed: false })
  if (!invited) await markMapped(act.tx, { group_id, user_id, issuer })
}

async function leaveGroup(
  db: Db,
  { id: group_id, membership_id }: MappedGroup,
  issuer: string,
): Promise<MappingStep['did']> {
  const ended = { membership_id: membership_id ?? 0, issuer }
  try {
    await change(db, SYSTEM, async (act) => {
      await removeMember(act, { group_id, membership_id: ended.membership_id })
      await markEndedByClaim(act.tx, ended)
    })
    return 'left'
  } catch (error) {
    if (error instanceof Conflict) return 'kept'
    // Someone removed them in the same moment.
    if (error instanceof NotFound) return 'left'
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
