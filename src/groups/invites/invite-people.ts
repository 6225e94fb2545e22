import type { Act } from '../../db/db.ts'
import type { AddressList } from '../../users/address-list.ts'
import { countSeveral } from '../../users/attempts-store.ts'
import { hashToken } from '../../users/secret.ts'
import { addressKey } from '../../users/user.ts'
import { ensurePeople, findUsers } from '../../users/users-store.ts'
import { topGroup } from '../groups-store.ts'
import { writeMissingNames } from '../names/given-names-store.ts'
import { type Budget, budgetsOf, checkInvites, HOUR_MINUTES, paceOf, type Spent } from './invites.ts'
import { knownAmong, spreadMails } from './invites-store.ts'

export type Invited = {
  group_id: number
  /** Valid, each once in any case. */
  emails: string[]
  /** The names written beside them, by `addressKey`. */
  names?: AddressList['names']
  /** The request's field. */
  field: 'emails' | 'recipient_emails'
  /** Whether a key's first request in an hour may name any number; their mails are then spread over time. */
  whole?: boolean
}

/**
 * The people with these addresses: finds known ones, and creates and counts new ones for the rest. Saves a
 * name beside an address for the group if the person has none there. Returns their ids in the order of the
 * addresses. Every invitation by address calls this. Throws InvitesLimited.
 */
export async function invitePeople(act: Act, invited: Invited): Promise<number[]> {
  const ids = await peopleBehind(act, invited)
  const { group_id, emails, names } = invited
  const named = emails.flatMap((email, place) => {
    const name = names?.get(addressKey(email))
    return name === undefined ? [] : [{ user_id: ids[place] ?? 0, name }]
  })
  await writeMissingNames(act.tx, {
    group_id,
    given_by: act.actor.user_id,
    user_ids: named.map(({ user_id }) => user_id),
    names: named.map(({ name }) => name),
  })
  return ids
}

async function peopleBehind(act: Act, invited: Invited): Promise<number[]> {
  const { tx, actor, limits } = act
  const { group_id, emails, field, whole = false } = invited
  if (limits === null || emails.length === 0) return ensurePeople(tx, emails)
  const known = new Set(await knownAmong(tx, emails))
  const fresh = emails.map((email) => !known.has(addressKey(email)))
  const count = fresh.filter(Boolean).length
  if (count === 0) return ensurePeople(tx, emails)
  const budgets = await spend(act, group_id, count)
  const wish = { field, named: emails.length, fresh: count, whole: whole && actor.kind === 'key' }
  checkInvites(budgets, wish)
  const ids = await ensurePeople(tx, emails)
  const user_ids = ids.filter((_, place) => fresh[place])
  await spreadMails(tx, { group_id, user_ids, pace: paceOf(budgets, wish) })
  return ids
}

/**
 * Counts in the change's own transaction: a rejected or rolled-back request does not count. Until it ends,
 * only invitations of new people from the same budgets have to wait.
 */
async function spend({ tx, actor, limits }: Act, group_id: number, by: number): Promise<Spent[]> {
  if (limits === null || actor.kind === 'system') return []
  const [inviter] = await findUsers(tx, [actor.user_id])
  const top_group_id = await topGroup(tx, group_id)
  const budgets = budgetsOf({ actor, email: inviter?.email ?? null, top_group_id }, limits)
  if (budgets.length === 0) return []
  const hashes = budgets.map(hashOf)
  const counted = await countSeveral(tx, { hashes, by, minutes: HOUR_MINUTES })
  return budgets.map((budget, place) => {
    const found = counted.find(({ hash }) => hash.equals(hashes[place] ?? hash))
    return { ...budget, spent: (found?.count ?? by) - by, seconds_left: found?.seconds_left ?? 0 }
  })
}

function hashOf({ subject }: Budget): Buffer {
  return hashToken(`invites ${subject}`)
}
