import type { Queryable } from '../db/sql.ts'
import { type MemberState, membershipsAmong } from '../groups/roles-store.ts'
import type { NamedAddress } from '../users/address-list.ts'
import { addressKey } from '../users/user.ts'
import { readPasted, type UnkeptOf } from './invitation-list.ts'

/**
 * A preview of inviting a pasted list: new people, removed members who come back, current members, people who
 * are invited and have not joined yet, invalid addresses, and names that are left out.
 */
export type InvitationPlan = {
  fresh: NamedAddress[]
  back: NamedAddress[]
  known: NamedAddress[]
  waiting: NamedAddress[]
  invalid: string[]
  unkept: UnkeptOf[]
}

const keyOf = ({ address }: NamedAddress) => addressKey(address)

/** Compares a pasted list with the group. Changes nothing. */
export async function loadInvitationPlan(
  db: Queryable,
  group_id: number,
  text: string,
): Promise<InvitationPlan> {
  const { people, invalid, unkept } = readPasted(text)
  const rows = await membershipsAmong(db, group_id, people.map(keyOf))
  const state = new Map(rows.map((row) => [row.email, row.state]))
  const of = (which: MemberState | undefined) => people.filter((person) => state.get(keyOf(person)) === which)
  return {
    fresh: of(undefined),
    back: of('removed'),
    known: of('member'),
    waiting: of('invited'),
    invalid,
    unkept,
  }
}
