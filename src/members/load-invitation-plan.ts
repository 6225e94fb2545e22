import type { Queryable } from '../db/sql.ts'
import { membershipsAmong } from '../groups/roles-store.ts'
import { addressKey } from '../users/user.ts'
import { readPasted } from './invitation-list.ts'

/**
 * What inviting a pasted list would do: who is new, who was removed and comes back, who is in already, what
 * is no address.
 */
export type InvitationPlan = { fresh: string[]; back: string[]; known: string[]; invalid: string[] }

/** Compares a pasted list with the group. Nothing is done. */
export async function loadInvitationPlan(
  db: Queryable,
  group_id: number,
  text: string,
): Promise<InvitationPlan> {
  const { addresses, invalid } = readPasted(text)
  const rows = await membershipsAmong(db, group_id, addresses.map(addressKey))
  const state = new Map(rows.map((row) => [row.email, row.state]))
  const of = (which: 'member' | 'removed' | undefined) =>
    addresses.filter((address) => state.get(addressKey(address)) === which)
  return { fresh: of(undefined), back: of('removed'), known: of('member'), invalid }
}
