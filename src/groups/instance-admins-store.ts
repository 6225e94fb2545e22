import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

const among = sql<{ user_id: number }, { found: boolean }>(
  'instance_admins.among',
  `select exists (
     select from memberships
     where user_id = :user_id and admin and accepted_at is not null and revoked_at is null
       and group_id = (select min(id) from groups)
   ) as found`,
  { found: is.flag },
)

/** Whether the person is an admin of the oldest group. */
export async function isAdminOfFirstGroup(db: Queryable, user_id: number): Promise<boolean> {
  return (await among.one(db, { user_id })).found
}
