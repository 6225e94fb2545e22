import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/**
 * A group as its member sees it; `prefix`: of its valid keys, the start of the newest of
 * those that may do most, if possible of the first variant, for admins; null: none may do anything.
 */
export type OwnGroup = { handle: string; name: string; admin: boolean; prefix: string | null }

const own = sql<{ user_id: number; most: number }, OwnGroup>(
  'own_groups.list',
  `select g.handle, g.name, m.admin, case when m.admin then (
       select s.prefix from api_keys k join key_secrets s on s.api_key_id = k.id
       where k.group_id = g.id and k.permissions <> '{}' and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
         and (s.expires_at is null or s.expires_at > now())
       order by k.variant, cardinality(k.permissions) desc, k.id desc, s.created_at desc limit 1) end as prefix
   from memberships m join groups g on g.id = m.group_id
   where m.user_id = :user_id and m.revoked_at is null and m.accepted_at is not null
     and g.suspended_at is null and g.deleted_at is null
   order by m.admin desc, g.id limit :most`,
  { handle: is.text, name: is.text, admin: is.flag, prefix: is.nullable(is.text) },
)

/** The groups this person has joined: first those where they are admin. */
export function readOwnGroups(db: Queryable, user_id: number, most: number): Promise<OwnGroup[]> {
  return own.all(db, { user_id, most })
}
