import type { Queryable } from '../db/sql.ts'
import type { User } from '../users/user.ts'
import type { ListedMembership } from './group.ts'
import { type GroupFacts, groupFacts } from './group-facts.ts'
import {
  type MemberJson,
  memberFromJson,
  readJoined,
  readRoster,
  readSuspended,
  type SuspendedGroup,
} from './member-reads.ts'

/** A page of a group's memberships, including pending ones, with their people; `total` counts all of them. */
export type MembersPage = {
  memberships: ListedMembership[]
  users: User[]
  total: number
  in_group: GroupFacts
}

/** The members of a group, by id; `pending`: including invited people. */
export async function loadRoster(
  db: Queryable,
  in_group: GroupFacts,
  paging: { pending: boolean; per: number; from: number },
): Promise<MembersPage> {
  const { memberships, pending_memberships } = in_group.counts
  const total = paging.pending ? memberships : memberships - pending_memberships
  return { ...peopleOf(await readRoster(db, { group_id: in_group.group.id, ...paging })), total, in_group }
}

/** A group that a person has joined, and their membership in it. */
export type JoinedGroup = { in_group: GroupFacts; membership: ListedMembership; user: User }

/** The groups that this person has joined, by id. */
export async function loadJoined(db: Queryable, user_id: number): Promise<JoinedGroup[]> {
  return (await readJoined(db, user_id)).map(({ in_group, member }) => ({
    in_group: groupFacts(in_group),
    ...personOf(member),
  }))
}

/** The groups that this person has joined and that nobody can open for now, by id. */
export function loadSuspended(db: Queryable, user_id: number): Promise<SuspendedGroup[]> {
  return readSuspended(db, user_id)
}

/** The memberships and the people of these rows. */
export function peopleOf(rows: MemberJson[]): Pick<MembersPage, 'memberships' | 'users'> {
  const people = rows.map(personOf)
  return { memberships: people.map(({ membership }) => membership), users: people.map(({ user }) => user) }
}

function personOf(json: MemberJson): { membership: ListedMembership; user: User } {
  const { user, ...membership } = memberFromJson(json)
  return { membership: { ...membership, email: user.email ?? '' }, user }
}
