import { type Fields, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { FIRST_GROUP } from './service-group.ts'

const among = sql<{ user_id: number }, { found: boolean }>(
  'instance_admins.among',
  `select exists (select from instance_admins where user_id = :user_id) or exists (
     select from memberships
     where user_id = :user_id and admin and accepted_at is not null and revoked_at is null
       and group_id = ${FIRST_GROUP}
   ) as found`,
  { found: is.flag },
)

const first = sql<{ group_id: number }, { found: boolean }>(
  'instance_admins.first_group',
  `select ${FIRST_GROUP} = :group_id as found`,
  { found: is.flag },
)

const added = sql<{ user_id: number }, { found: boolean }>(
  'instance_admins.added',
  'select exists (select from instance_admins where user_id = :user_id) as found',
  { found: is.flag },
)

/** `added_at` null: an admin of the first group. */
export type InstanceAdmin = { id: number; name: string | null; email: string | null; added_at: Date | null }

const ROW: Fields<InstanceAdmin> = {
  id: is.integer,
  name: is.nullable(is.text),
  email: is.nullable(is.text),
  added_at: is.nullable(is.instant),
}

const list = sql<{ most: number }, InstanceAdmin>(
  'instance_admins.list',
  `select u.id, u.name, u.email, a.added_at
   from (
     select user_id, added_at from instance_admins
     union all
     select m.user_id, null from memberships m
     where m.group_id = ${FIRST_GROUP} and m.admin and m.accepted_at is not null and m.revoked_at is null
       and not exists (select from instance_admins i where i.user_id = m.user_id offset 0)
     limit :most
   ) a join lateral (select * from users where id = a.user_id limit 1) u on true
   order by a.added_at nulls first, u.id`,
  ROW,
)

const insert = sql<{ user_id: number; added_by: number | null }>(
  'instance_admins.insert',
  `insert into instance_admins (user_id, added_by) values (:user_id, :added_by) on conflict do nothing`,
)

const remove = sql<{ user_id: number }>(
  'instance_admins.remove',
  'delete from instance_admins where user_id = :user_id',
)

/** Whether the person is an admin of the oldest group, or was added. */
export async function isInstanceAdmin(db: Queryable, user_id: number): Promise<boolean> {
  return (await among.one(db, { user_id })).found
}

/** Whether the person was added, and so runs the service whatever groups they are in. */
export async function isAddedAdmin(db: Queryable, user_id: number): Promise<boolean> {
  return (await added.one(db, { user_id })).found
}

/** Whether it is the oldest group, whose admins run the service. */
export async function isFirstGroup(db: Queryable, group_id: number): Promise<boolean> {
  return (await first.one(db, { group_id })).found
}

/** Those of the first group, then the added ones. */
export function listInstanceAdmins(db: Queryable, most: number): Promise<InstanceAdmin[]> {
  return list.all(db, { most })
}

/** False: was added already. */
export async function insertInstanceAdmin(
  tx: Queryable,
  admin: { user_id: number; added_by: number | null },
): Promise<boolean> {
  return (await insert.run(tx, admin)) > 0
}

/** False: was not added. */
export async function deleteInstanceAdmin(tx: Queryable, user_id: number): Promise<boolean> {
  return (await remove.run(tx, { user_id })) > 0
}
