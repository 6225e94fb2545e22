import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { isTyped, usersIn } from './shown-users.ts'

/** Where a person's name in a group comes from. */
export type Naming = {
  /** They gave it themselves. */
  own: boolean
  /** When another name was given to them in this group; null: never. */
  given_at: Date | null
  /** The giver's name; null: the giver has none, or it was typed. */
  given_by: string | null
  /** It was given with a copied link, by them or by somebody else who had it. */
  typed: boolean
}

type Giving = { group_id: number; given_by: number | null }

const naming = sql<{ group_id: number; user_id: number }, Naming>(
  'given_names.naming',
  `select u.name is not null as own, n.given_at, by.name as given_by,
     ${isTyped('u', ':group_id')} as typed
   from users u left join given_names n on n.group_id = :group_id and n.user_id = u.id
   left join ${usersIn(':group_id')} by on by.id = n.given_by
   where u.id = :user_id`,
  { own: is.flag, given_at: is.nullable(is.instant), given_by: is.nullable(is.text), typed: is.flag },
)

const write = sql<Giving & { user_id: number; name: string }>(
  'given_names.write',
  `insert into given_names (group_id, user_id, name, given_by)
   select :group_id::bigint, id, :name, :given_by::bigint from users where id = :user_id and name is null and not bot
   on conflict (group_id, user_id) do update
     set name = excluded.name, given_by = excluded.given_by, given_at = excluded.given_at`,
)

const remove = sql<{ group_id: number; user_id: number }>(
  'given_names.remove',
  'delete from given_names where group_id = :group_id and user_id = :user_id',
)

// What they typed themselves comes before what others gave them.
const proposed = sql<{ user_id: number }, { name: string }>(
  'given_names.proposed',
  `select n.name from memberships m join given_names n on n.group_id = m.group_id and n.user_id = m.user_id
   where m.user_id = :user_id and m.revoked_at is null order by n.given_by is not null, n.given_at desc limit 1`,
  { name: is.text },
)

// The same lock order as everywhere.
const writeMissing = sql<Giving & { user_ids: number[]; names: string[] }>(
  'given_names.write_missing',
  `insert into given_names (group_id, user_id, name, given_by)
   select :group_id::bigint, t.user_id, t.name, :given_by::bigint
   from unnest(:user_ids::bigint[], :names::text[]) as t(user_id, name)
   join lateral (select from users where id = t.user_id and name is null and not bot limit 1) u on true
   order by t.user_id on conflict (group_id, user_id) do nothing`,
)

/** Where a person's name in this group comes from. */
export function findNaming(db: Queryable, group_id: number, user_id: number): Promise<Naming> {
  return naming.one(db, { group_id, user_id })
}

/**
 * The name last typed with a link to this person, in a group that they are in, or else the one last given to
 * them there; null: none.
 */
export async function findProposedName(db: Queryable, user_id: number): Promise<string | null> {
  return (await proposed.first(db, { user_id }))?.name ?? null
}

/** Sets a person's given name in this group. False: they have one of their own. */
export async function writeGivenName(
  tx: Queryable,
  giving: Giving & { user_id: number; name: string },
): Promise<boolean> {
  return (await write.run(tx, giving)) > 0
}

/** False: no name was given to them. */
export async function removeGivenName(
  tx: Queryable,
  given: { group_id: number; user_id: number },
): Promise<boolean> {
  return (await remove.run(tx, given)) > 0
}

/** Sets the name of each of these people, in order, unless they have one, of their own or in this group. */
export async function writeMissingNames(
  tx: Queryable,
  giving: Giving & { user_ids: number[]; names: string[] },
): Promise<void> {
  if (giving.user_ids.length > 0) await writeMissing.run(tx, giving)
}
