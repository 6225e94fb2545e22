import type { Act } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import type { Allowance } from '../../errors.ts'
import type { AddressList } from '../../users/address-list.ts'
import { type Counted, countSeveral, countsOf } from '../../users/attempts-store.ts'
import { hashToken } from '../../users/secret.ts'
import { addressKey } from '../../users/user.ts'
import { ensurePeople, findUsers } from '../../users/users-store.ts'
import { topGroup } from '../groups-store.ts'
import { writeMissingNames } from '../names/given-names-store.ts'
import {
  type Budget,
  budgetsOf,
  checkInvites,
  exceededBy,
  HOUR_MINUTES,
  paceOf,
  type Spent,
} from './invites.ts'
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
async function spend(act: Act, group_id: number, by: number): Promise<Spent[]> {
  const budgets = await loadBudgets(act.tx, act, group_id)
  if (budgets.length === 0) return []
  const hashes = budgets.map(hashOf)
  const counted = await countSeveral(act.tx, { hashes, by, minutes: HOUR_MINUTES })
  return budgets.map((budget) => {
    const { count, seconds_left } = countOf(budget, counted) ?? { count: by, seconds_left: 0 }
    return { ...budget, spent: count - by, seconds_left }
  })
}

/**
 * How many new people this inviter can invite right now, if that is fewer than `count`; null: it is not. It
 * does not depend on who is known here.
 */
export async function loadScarceInvites(
  db: Queryable,
  inviter: Pick<Act, 'actor' | 'limits'>,
  { group_id, count }: { group_id: number; count: number },
): Promise<Allowance | null> {
  const budgets = await loadBudgets(db, inviter, group_id)
  const counted = await countsOf(db, budgets.map(hashOf))
  const spent = budgets.map((budget) => {
    const { count = 0, seconds_left = 0 } = countOf(budget, counted) ?? {}
    return { ...budget, spent: count, seconds_left }
  })
  return exceededBy(spent, count)?.allowance ?? null
}

async function loadBudgets(
  db: Queryable,
  { actor, limits }: Pick<Act, 'actor' | 'limits'>,
  group_id: number,
): Promise<Budget[]> {
  if (limits === null || actor.kind === 'system') return []
  const [inviter] = await findUsers(db, [actor.user_id])
  const top_group_id = await topGroup(db, group_id)
  return budgetsOf({ actor, email: inviter?.email ?? null, top_group_id }, limits)
}

function countOf(budget: Budget, counted: Counted[]): Counted | undefined {
  const own = hashOf(budget)
  return counted.find(({ hash }) => hash.equals(own))
}

function hashOf({ subject }: Budget): Buffer {
  return hashToken(`invites ${subject}`)
}
