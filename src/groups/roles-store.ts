import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { ANY_MEMBERSHIP_ROW, type AnyMembership } from './group.ts'

const byId = sql<{ group_id: number; id: number }, AnyMembership>(
  'roles.by_id',
  `select m.id, m.group_id, m.user_id, m.inviter_id, m.admin, m.title, m.accepted_at, m.created_at, m.revoked_at, m.has_left, u.email
   from memberships m join users u on u.id = m.user_id where m.group_id = :group_id and m.id = :id and u.email is not null`,
  ANY_MEMBERSHIP_ROW,
)

const admins = sql<{ group_id: number }, { admins: number }>(
  'roles.admins',
  'select count(*) as admins from memberships where group_id = :group_id and admin and revoked_at is null',
  { admins: is.integer },
)

const role = sql<{ id: number; admin: boolean }>(
  'roles.set_admin',
  'update memberships set admin = :admin where id = :id and admin is distinct from :admin',
)

const title = sql<{ id: number; title: string | null }>(
  'roles.set_title',
  'update memberships set title = :title where id = :id',
)

const MEMBER_STATES = ['member', 'invited', 'removed'] as const
/** `invited`: has not joined yet. */
export type MemberState = (typeof MEMBER_STATES)[number]

const among = sql<{ group_id: number; emails: string[] }, { email: string; state: MemberState }>(
  'roles.among',
  `select lower(u.email) as email, case when m.revoked_at is not null then 'removed'
     when m.accepted_at is null then 'invited' else 'member' end as state
   from users u
   cross join lateral (select * from memberships where group_id = :group_id and user_id = u.id limit 1) m
   where lower(u.email) = any (:emails::text[])`,
  { email: is.text, state: is.oneOf(MEMBER_STATES) },
)

/** This membership of the group, removed or not. */
export function findMembershipById(
  db: Queryable,
  group_id: number,
  id: number,
): Promise<AnyMembership | null> {
  return byId.first(db, { group_id, id })
}

/** How many admins the group has. */
export async function countAdmins(tx: Queryable, group_id: number): Promise<number> {
  return (await admins.one(tx, { group_id })).admins
}

/** False when the role was the same already. */
export async function writeAdmin(tx: Queryable, id: number, admin: boolean): Promise<boolean> {
  return (await role.run(tx, { id, admin })) > 0
}

export async function writeTitle(tx: Queryable, id: number, text: string | null): Promise<void> {
  await title.run(tx, { id, title: text })
}

/** Which of these addresses (in lower case) are, or were, in the group. */
export function membershipsAmong(
  db: Queryable,
  group_id: number,
  emails: string[],
): Promise<{ email: string; state: MemberState }[]> {
  return among.all(db, { group_id, emails })
}
