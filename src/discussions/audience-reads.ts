import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

const count = sql<
  { group_id: number; whole_group: boolean; user_ids: number[]; emails: string[]; but_user_id: number },
  { known: number; unknown: number }
>(
  'told.count',
  `with known as (
     select user_id from memberships where group_id + 0 = :group_id and revoked_at is null and :whole_group
     union select unnest(:user_ids::bigint[])
     union select id from users where lower(email) = any (:emails::text[])
   )
   select (select count(*) from known k join users u on u.id = k.user_id
       where not u.bot and k.user_id <> :but_user_id::bigint and not exists (
         select 1 from mutes x where x.user_id = k.user_id and x.group_id = :group_id)) as known,
     (select count(*) from unnest(:emails::text[]) as e(address)
      where not exists (select 1 from users u where lower(u.email) = e.address)) as unknown`,
  { known: is.integer, unknown: is.integer },
)

/**
 * How many of these people get a mail, each counted once: known users who have not stopped the group's, and
 * addresses that nobody has yet.
 */
export function readAudienceSize(
  db: Queryable,
  ask: { group_id: number; whole_group: boolean; user_ids: number[]; emails: string[]; but_user_id: number },
): Promise<{ known: number; unknown: number }> {
  return count.one(db, ask)
}
