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
import { mappedGroups, markMapped } from './mapped-groups-store.ts'
import { type MappedGroup, planMapping } from './mapping.ts'

type Mapped = { user_id: number; issuer: string; rule: GroupsRule; values: string[] | null }

/**
 * What was done in one group, for the log; `kept`: the group's last admin stays; `no_open_group`: none has
 * this handle, or it is suspended or deleted.
 */
export type MappingStep = {
  group: string
  did: 'joined' | 'left' | 'kept' | 'would_join' | 'would_leave' | 'no_open_group'
}

/**
 * Puts someone who signs in with a provider into groups, and out of those which only its claim had given
 * them. Each group in a transaction of its own. With `dry_run` only writes down what it would do.
 */
export async function setMappedGroups(db: Db, mapped: Mapped): Promise<MappingStep[]> {
  const { user_id, issuer, rule, values } = mapped
  if (rule.mode === 'off' || values === null) return []
  const handles = rule.map.map(({ handle }) => handle)
  const groups = await mappedGroups(db.pool, { handles, user_id, issuer })
  const { join, leave, absent } = planMapping(rule, values, groups)
  const steps: MappingStep[] = absent.map((group) => ({ group, did: 'no_open_group' }))
  if (rule.mode === 'dry_run') return [...steps, ...(await writeDown(db, user_id, { join, leave }))]
  // Few groups change at one sign-in, and each has its own lock.
  for (const group of join) {
    await change(db, SYSTEM, (act) => joinGroup(act, group.id, mapped))
    steps.push({ group: group.handle, did: 'joined' })
  }
  for (const group of leave) steps.push({ group: group.handle, did: await leaveGroup(db, group) })
  return steps
}

/** A person invited before joins by that invitation, which stays someone's here. */
async function joinGroup(act: Act, group_id: number, { user_id, issuer }: Mapped): Promise<void> {
  await lockMembers(act.tx, group_id)
  const [user] = await findUsers(act.tx, [user_id])
  if (user?.email == null) return
  const invited = (await membersAmong(act.tx, group_id, [user_id])).length > 0
  if (!invited) await changeMembers(act, group_id, { added: [user.email], removed: [] })
  await acceptInvitation(act, { group_id, user_id, mailed: false })
  if (!invited) await markMapped(act.tx, { group_id, user_id, issuer })
}

async function leaveGroup(db: Db, { id, membership_id }: MappedGroup): Promise<MappingStep['did']> {
  try {
    await change(db, SYSTEM, (act) => removeMember(act, { group_id: id, membership_id: membership_id ?? 0 }))
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
