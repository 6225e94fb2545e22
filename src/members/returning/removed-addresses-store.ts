import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

const keep = sql<{ user_id: number; address_keys: Buffer[] }>(
  'removed_addresses.keep',
  `with freed as (
     update removed_addresses set user_id = null where user_id = :user_id
   )
   insert into removed_addresses (group_id, address_hash)
   select m.group_id, removed_hash(m.group_id, k.address_key)
   from memberships m cross join unnest(:address_keys::bytea[]) as k(address_key)
   where m.user_id = :user_id and m.revoked_at is not null order by 1, 2
   on conflict do nothing`,
)

const claim = sql<{ group_id: number; user_id: number; address_key: Buffer }>(
  'removed_addresses.claim',
  `update removed_addresses set user_id = :user_id
   where group_id = :group_id and address_hash = removed_hash(:group_id::bigint, :address_key::bytea)`,
)

/** A person who may have been removed with an account that they deleted. */
export type Returning = { id: number; email: string }

const among = sql<{ group_id: number; user_ids: number[] }, Returning>(
  'removed_addresses.returning',
  `select id, email from users where id = any (:user_ids::bigint[]) and email is not null
     and exists (select from removed_addresses where group_id = :group_id)`,
  { id: is.integer, email: is.text },
)

const drop = sql<{ group_id: number; address_keys: Buffer[] }>(
  'removed_addresses.drop',
  `delete from removed_addresses r using unnest(:address_keys::bytea[]) as k(address_key)
   where r.group_id = :group_id and r.address_hash = removed_hash(:group_id::bigint, k.address_key)`,
)

/** Stores the hashes of a person's addresses for groups that removed them, before the account is deleted. */
export async function keepRemoved(
  tx: Queryable,
  of: { user_id: number; address_keys: Buffer[] },
): Promise<void> {
  await keep.run(tx, of)
}

/** Whether the group removed an earlier account with this address. Records that it was this person's. */
export async function claimRemoved(
  tx: Queryable,
  of: { group_id: number; user_id: number; address_key: Buffer },
): Promise<boolean> {
  return (await claim.run(tx, of)) > 0
}

/** Returns these people if someone whom this group removed deleted their account, otherwise nobody. */
export function returningAmong(
  tx: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<Returning[]> {
  return among.all(tx, ask)
}

/** Forgets that the group removed accounts with these addresses. */
export async function dropRemoved(
  tx: Queryable,
  of: { group_id: number; address_keys: Buffer[] },
): Promise<void> {
  await drop.run(tx, of)
}
