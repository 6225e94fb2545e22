import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

// The last one of this browser too: a browser has one row.
const drop = sql<{ user_id: number; browser_hash: Buffer }>(
  'address_changes.drop',
  `delete from sign_ins where user_id = :user_id and purpose = 'new_address'
     and (used_at is null or browser_hash = :browser_hash)`,
)

// The button was pressed twice: the first press counts.
const insert = sql<{ user_id: number; address: string; browser_hash: Buffer }>(
  'address_changes.insert',
  `insert into sign_ins (user_id, address, browser_hash, purpose)
   values (:user_id, :address, :browser_hash, 'new_address') on conflict (browser_hash) do nothing`,
)

/** A new address that waits for its code; `used_up`: no more codes can be tried for it. */
export type AskedAddress = { address: string; used_up: boolean }

type Asked = { user_id: number; browser_hash: Buffer; minutes: number; most: number }

const waiting = sql<Asked, AskedAddress>(
  'address_changes.waiting',
  `select address, tries >= :most::int as used_up from sign_ins
   where browser_hash = :browser_hash and user_id = :user_id and purpose = 'new_address' and used_at is null
     and coalesce(expires_at, asked_at + make_interval(mins => :minutes::int)) > now()`,
  { address: is.text, used_up: is.flag },
)

const tryCode = sql<
  { user_id: number; browser_hash: Buffer; most: number },
  { id: number; code_hash: Buffer | null; code_salt: Buffer | null }
>(
  'address_changes.try_code',
  `update sign_ins set tries = tries + 1
   where browser_hash = :browser_hash and user_id = :user_id and purpose = 'new_address' and used_at is null
     and tries < :most
   returning id, case when expires_at > now() then code_hash end as code_hash, code_salt`,
  { id: is.integer, code_hash: is.nullable(is.bytes), code_salt: is.nullable(is.bytes) },
)

const use = sql<{ id: number }, { address: string }>(
  'address_changes.use',
  `update sign_ins set used_at = now() where id = :id and used_at is null and expires_at > now()
   returning address`,
  { address: is.text },
)

// Nobody gets an address that belongs to someone else: of two at once the second waits for the first.
const change = sql<{ user_id: number; address: string }, { former: string }>(
  'address_changes.change',
  `with former as (select id, email from users where id = :user_id and email is not null for update)
   update users u set email = :address, email_verified = true from former f
   where u.id = f.id and not exists (select from users where lower(email) = lower(:address) and id <> :user_id)
   returning f.email as former`,
  { former: is.text },
)

const tell = sql<{ user_id: number; address: string }>(
  'address_changes.tell',
  "insert into sign_ins (user_id, address, purpose) values (:user_id, :address, 'old_address')",
)

/** Stores a request to use this address, in the place of the person's former one. */
export async function putAddressChange(
  tx: Queryable,
  wish: { user_id: number; address: string; browser_hash: Buffer },
): Promise<void> {
  await drop.run(tx, wish)
  await insert.run(tx, wish)
}

/** The address that waits for the code in this browser. Null: none does. */
export function waitingAddress(db: Queryable, asked: Asked): Promise<AskedAddress | null> {
  return waiting.first(db, asked)
}

/** Counts a try of the code before it is checked. Null: none left. */
export function countAddressTry(
  db: Queryable,
  tried: { user_id: number; browser_hash: Buffer; most: number },
): Promise<{ id: number; code_hash: Buffer | null; code_salt: Buffer | null } | null> {
  return tryCode.first(db, tried)
}

/** Uses a request up, and returns its address. Null: it was used; of concurrent ones only one gets it. */
export async function useAddressChange(tx: Queryable, id: number): Promise<string | null> {
  return (await use.first(tx, { id }))?.address ?? null
}

/** Changes the address, and returns the former one. Null: it belongs to someone else by now. */
export async function writeAddress(
  tx: Queryable,
  changed: { user_id: number; address: string },
): Promise<string | null> {
  return (await change.first(tx, changed))?.former ?? null
}

/** Lets the former address know. */
export async function tellFormer(tx: Queryable, former: { user_id: number; address: string }): Promise<void> {
  await tell.run(tx, former)
}
