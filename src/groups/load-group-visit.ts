import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { inAlphabet } from '../locales/alphabet.ts'
import { type User, userFromJson } from '../users/user.ts'
import { type GroupAbility, groupAbilities, isHandle, type Membership, membershipFromJson } from './group.ts'
import { type GroupFacts, groupFacts } from './group-facts.ts'
import { groupState, requireActive } from './group-state.ts'
import { type GroupVisitRow, readGroupVisit, readGroupVisitById } from './group-visit-reads.ts'

/** A group as one of its people sees it; an invited person has no ability yet. */
export type GroupVisit = {
  now: Date
  in_group: GroupFacts
  membership: Membership
  inviter: User | null
  /** The person's name in the group; null: none yet. */
  called: string | null
  abilities: GroupAbility[]
  /** Only those of this person. */
  subgroups: { handle: string; name: string }[]
  /** Whether this person may open the page of the parent group. */
  sees_parent: boolean
}

/** NotFound: no such group, or this person is not in it. Forbidden: it is suspended. */
export async function loadGroupVisit(db: Queryable, handle: string, user_id: number): Promise<GroupVisit> {
  const found = await findGroupVisit(db, handle, user_id)
  if (found === null) throw new NotFound()
  return found
}

/** The same; null instead of NotFound. */
export async function findGroupVisit(
  db: Queryable,
  handle: string,
  user_id: number,
): Promise<GroupVisit | null> {
  return isHandle(handle) ? visitOf(await readGroupVisit(db, handle, user_id)) : null
}

/** The group with this id. NotFound: no such group, or this person is not in it. */
export async function loadGroupVisitById(db: Queryable, id: number, user_id: number): Promise<GroupVisit> {
  const found = visitOf(await readGroupVisitById(db, id, user_id))
  if (found === null) throw new NotFound()
  return found
}

function visitOf(row: GroupVisitRow | null): GroupVisit | null {
  if (row === null || row.membership === null) return null
  const in_group = groupFacts(row.in_group)
  const state = groupState(in_group.group)
  if (state === 'deleted') return null
  requireActive(state)
  const membership = membershipFromJson(row.membership)
  return {
    now: row.now,
    in_group,
    membership,
    inviter: row.inviter === null ? null : userFromJson(row.inviter),
    called: row.called,
    abilities: groupAbilities(membership),
    subgroups: inAlphabet(row.subgroups, ({ name }) => name),
    sees_parent: seesParent(in_group, row.in_parent),
  }
}

function seesParent({ parent }: GroupFacts, in_parent: boolean): boolean {
  return parent !== null && groupState(parent) === 'active' && (in_parent || parent.public)
}
