import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

// For groups that removed the person, or an earlier account of theirs. All addresses of a person have one
// number.
const keep = sql<{ user_id: number; address_keys: Buffer[] }>(
  'removed_addresses.keep',
  `with places as materialized (
     select group_id, gen_random_uuid() as removal from (
       select group_id from memberships where user_id = :user_id and revoked_at is not null
       union select group_id from removed_addresses where user_id = :user_id) p
   ), own as materialized (
     select p.group_id, p.removal, removed_hash(p.group_id, k.address_key) as address_hash
     from places p cross join unnest(:address_keys::bytea[]) as k(address_key)
   ), earlier as materialized (
     select r.group_id, r.removal from removed_addresses r where r.user_id = :user_id
     union
     select o.group_id, r.removal from own o
     cross join lateral (select removal from removed_addresses
       where group_id = o.group_id and address_hash = o.address_hash limit 1) r
   ), joined as (
     update removed_addresses r set removal = p.removal, user_id = nullif(r.user_id, :user_id)
     from earlier e join places p on p.group_id = e.group_id
     where r.group_id = e.group_id and r.removal = e.removal
   )
   insert into removed_addresses (group_id, address_hash, removal)
   select group_id, address_hash, removal from own order by 1, 2
   on conflict do nothing`,
)

const claim = sql<{ group_id: number; user_id: number; address_key: Buffer }>(
  'removed_addresses.claim',
  `update removed_addresses set user_id = :user_id
   where group_id = :group_id and address_hash = removed_hash(:group_id::bigint, :address_key::bytea)`,
)

const before = sql<{ group_id: number; user_id: number }, { removed: boolean }>(
  'removed_addresses.removed_before',
  'select removed_before(:group_id, :user_id) as removed',
  { removed: is.flag },
)

/** A person who may have been removed with an account that they deleted. */
export type Returning = { id: number; email: string }

const among = sql<{ group_id: number; user_ids: number[] }, Returning>(
  'removed_addresses.returning',
  `select id, email from users where id = any (:user_ids::bigint[]) and email is not null
     and exists (select from removed_addresses where group_id = :group_id)`,
  { id: is.integer, email: is.text },
)

const drop = sql<{ group_id: number; user_ids: number[]; address_keys: Buffer[] }>(
  'removed_addresses.drop',
  `with theirs as materialized (
     select removal from removed_addresses
     where user_id = any (:user_ids::bigint[]) and group_id = :group_id
     union
     select r.removal from unnest(:address_keys::bytea[]) as k(address_key)
     cross join lateral (select removal from removed_addresses
       where group_id = :group_id and address_hash = removed_hash(:group_id::bigint, k.address_key) limit 1) r
   )
   delete from removed_addresses r using theirs t where r.group_id = :group_id and r.removal = t.removal`,
)

/** Stores the hashes of a person's addresses for groups that removed them, before the account is deleted. */
export async function keepRemoved(
  tx: Queryable,
  of: { user_id: number; address_keys: Buffer[] },
): Promise<void> {
  await keep.run(tx, of)
}

/** Whether the group removed another account that had this person's address. Records that it is theirs. */
export async function claimRemoved(
  tx: Queryable,
  of: { group_id: number; user_id: number; address_key: Buffer },
): Promise<boolean> {
  await claim.run(tx, of)
  return (await before.one(tx, of)).removed
}

/** Returns these people if someone whom this group removed deleted their account, otherwise nobody. */
export function returningAmong(
  tx: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<Returning[]> {
  return among.all(tx, ask)
}

/** Forgets that the group removed earlier accounts of these people, with all addresses of those. */
export async function dropRemoved(
  tx: Queryable,
  of: { group_id: number; user_ids: number[]; address_keys: Buffer[] },
): Promise<void> {
  await drop.run(tx, of)
}
