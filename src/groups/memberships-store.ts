import { type Fields, ID, is, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import {
  LISTED_MEMBERSHIP_ROW,
  type ListedMembership,
  MEMBERSHIP_ROW,
  type RemovedMembership,
} from './group.ts'

const FIELDS = 'm.id, m.group_id, m.user_id, m.inviter_id, m.admin, m.title, m.accepted_at, m.created_at'

const page = sql<{ group_id: number; per: number; from: number }, ListedMembership>(
  'memberships.page',
  `select ${FIELDS}, u.email from memberships m join users u on u.id = m.user_id
   where m.group_id + 0 = :group_id and m.revoked_at is null order by m.id limit :per offset :from`,
  LISTED_MEMBERSHIP_ROW,
)

const removedPage = sql<{ group_id: number; per: number; from: number }, RemovedMembership>(
  'memberships.removed_page',
  `select ${FIELDS}, u.email, m.revoked_at from memberships m join users u on u.id = m.user_id
   where m.group_id + 0 = :group_id and m.revoked_at is not null and u.email is not null order by m.id limit :per offset :from`,
  { ...LISTED_MEMBERSHIP_ROW, revoked_at: is.instant },
)

const all = sql<{ group_id: number }, ListedMembership>(
  'memberships.all',
  `select ${FIELDS}, u.email from memberships m join users u on u.id = m.user_id
   where m.group_id + 0 = :group_id and m.revoked_at is null order by m.id`,
  LISTED_MEMBERSHIP_ROW,
)

// Inviting a removed member again reuses the row, pending and without admin, as of now; it also keeps its
// former state.
const invite = sql<
  { group_id: number; user_ids: number[]; inviter_id: number | null },
  { id: number; user_id: number }
>(
  'memberships.invite',
  `insert into memberships (group_id, user_id, inviter_id)
   select :group_id::bigint, user_id, :inviter_id::bigint
   from unnest(:user_ids::bigint[]) with ordinality as t(user_id, place) order by place
   on conflict (group_id, user_id) do update set revoked_at = null, has_left = false, inviter_id = excluded.inviter_id,
     former_admin = memberships.admin, former_accepted_at = memberships.accepted_at, admin = false, accepted_at = null, mapped_by = null,
     created_at = excluded.created_at
     where memberships.revoked_at is not null
   returning id, user_id`,
  { id: is.integer, user_id: is.integer },
)

const insertAdmin = sql<{ group_id: number; user_id: number }, { id: number }>(
  'memberships.insert_admin',
  `insert into memberships (group_id, user_id, admin, accepted_at)
   values (:group_id, :user_id, true, now()) returning id`,
  ID,
)

const revoke = sql<{ ids: number[]; by: number | null }>(
  'memberships.revoke',
  `update memberships set revoked_at = now(), mapped_by = null, has_left = user_id is not distinct from :by::bigint
   where id = any (:ids::bigint[]) and revoked_at is null`,
)

const restore = sql<{ id: number }>(
  'memberships.restore',
  `update memberships set
     admin = case when revoked_at is null then former_admin else admin end,
     accepted_at = case when revoked_at is null then former_accepted_at else accepted_at end,
     revoked_at = null, has_left = false, former_admin = false, former_accepted_at = null, mapped_by = null
   where id = :id`,
)

/** A membership in any state, for restoring it. */
export type FormerMembership = {
  id: number
  user_id: number
  revoked_at: Date | null
  has_left: boolean
  admin: boolean
  accepted_at: Date | null
  former_admin: boolean
  former_accepted_at: Date | null
}

const FORMER_ROW: Fields<FormerMembership> = {
  ...pick(MEMBERSHIP_ROW, 'id', 'user_id', 'admin', 'accepted_at'),
  revoked_at: is.nullable(is.instant),
  has_left: is.flag,
  former_admin: is.flag,
  former_accepted_at: is.nullable(is.instant),
}

const byAddress = sql<{ group_id: number; email: string }, FormerMembership>(
  'memberships.by_address',
  `select m.id, m.user_id, m.revoked_at, m.has_left, m.admin, m.accepted_at, m.former_admin, m.former_accepted_at
   from memberships m join users u on u.id = m.user_id
   where m.group_id = :group_id and lower(u.email) = lower(:email)`,
  FORMER_ROW,
)

const members = sql<{ group_id: number; user_ids: number[] }, { user_id: number }>(
  'memberships.members_among',
  `select user_id from memberships
   where group_id = :group_id and user_id = any (:user_ids::bigint[]) and revoked_at is null`,
  { user_id: is.integer },
)

/** The group's members, including pending ones, by id: `per` of them after skipping `from`. */
export function pageMemberships(
  db: Queryable,
  group_id: number,
  paging: { per: number; from: number },
): Promise<ListedMembership[]> {
  return page.all(db, { group_id, ...paging })
}

/** The group's removed members, by id: `per` of them after skipping `from`. */
export function pageRemovedMemberships(
  db: Queryable,
  group_id: number,
  paging: { per: number; from: number },
): Promise<RemovedMembership[]> {
  return removedPage.all(db, { group_id, ...paging })
}

/** All members of the group, by id: for changes that compare the whole group with a list. */
export function allMemberships(tx: Queryable, group_id: number): Promise<ListedMembership[]> {
  return all.all(tx, { group_id })
}

/** Makes these people pending members. Returns the new ones, in the order of `user_ids`. */
export function inviteMembers(
  tx: Queryable,
  invitation: { group_id: number; user_ids: number[]; inviter_id: number | null },
): Promise<{ id: number; user_id: number }[]> {
  return invite.all(tx, invitation)
}

/** Makes a person a member and admin at once, for a new group. */
export async function insertAdminMember(tx: Queryable, group_id: number, user_id: number): Promise<void> {
  await insertAdmin.run(tx, { group_id, user_id })
}

/** `by`: the person who does it, one of theirs if somebody leaves; null: a program. */
export async function revokeMemberships(tx: Queryable, ids: number[], by: number | null): Promise<void> {
  await revoke.run(tx, { ids, by })
}

const removal = sql<{ group_id: number; user_id: number }, { removed: boolean }>(
  'memberships.was_removed',
  `select exists (select 1 from memberships
     where group_id = :group_id and user_id = :user_id and revoked_at is not null)
     or exists (select from removed_addresses
     where group_id = :group_id and user_id = :user_id) as removed`,
  { removed: is.flag },
)

/** Whether this person was a member once, or invited, and was removed; also with an account deleted since. */
export async function wasRemoved(
  db: Queryable,
  who: { group_id: number; user_id: number },
): Promise<boolean> {
  return (await removal.one(db, who)).removed
}

/** The membership of this address in any state, removed or not. */
export function findMembership(
  tx: Queryable,
  group_id: number,
  email: string,
): Promise<FormerMembership | null> {
  return byAddress.first(tx, { group_id, email })
}

/** Undoes a removal: restores the role and acceptance. */
export async function restoreMembership(tx: Queryable, id: number): Promise<void> {
  await restore.run(tx, { id })
}

/** Those of `user_ids` who are members of the group, including pending ones. */
export async function membersAmong(db: Queryable, group_id: number, user_ids: number[]): Promise<number[]> {
  if (user_ids.length === 0) return []
  return (await members.all(db, { group_id, user_ids })).map((row) => row.user_id)
}
