import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import type { ListedPasskey } from './passkey.ts'

/** A passkey as its signatures are checked. `handle`: how its authenticator knows the person. */
export type StoredPasskey = {
  id: number
  user_id: number
  public_key: Buffer
  counter: number
  handle: Buffer
}

export type NewPasskey = {
  user_id: number
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  backed_up: boolean
}

const insert = sql<NewPasskey & { most: number }>(
  'passkeys.insert',
  `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, backed_up)
   select :user_id::bigint, :credential_id::bytea, :public_key::bytea, :counter::bigint, :transports::text[],
     :name::text, :backed_up::boolean
   where (select count(*) from passkeys where user_id = :user_id) < :most::int
   on conflict (credential_id) do nothing`,
)

const ofUser = sql<{ user_id: number; most: number }, ListedPasskey>(
  'passkeys.of_user',
  `select id, name, backed_up, created_at, last_used_at from passkeys
   where user_id = :user_id order by id limit :most`,
  {
    ...{ id: is.integer, name: is.text, backed_up: is.flag },
    ...{ created_at: is.instant, last_used_at: is.nullable(is.instant) },
  },
)

const known = sql<{ user_id: number; most: number }, { credential_id: Buffer; transports: string[] }>(
  'passkeys.known',
  'select credential_id, transports from passkeys where user_id = :user_id order by id limit :most',
  { credential_id: is.bytes, transports: is.list(is.text) },
)

const byCredential = sql<{ credential_id: Buffer }, StoredPasskey>(
  'passkeys.by_credential',
  `select p.id, p.user_id, p.public_key, p.counter, h.handle
   from passkeys p join passkey_handles h on h.user_id = p.user_id where p.credential_id = :credential_id`,
  { id: is.integer, user_id: is.integer, public_key: is.bytes, counter: is.integer, handle: is.bytes },
)

// Two signatures with one count: the second is a copy.
const use = sql<{ id: number; counter: number; backed_up: boolean }, { user_id: number }>(
  'passkeys.use',
  `update passkeys set counter = :counter, backed_up = :backed_up, last_used_at = now()
   where id = :id and (counter < :counter or (counter = 0 and :counter = 0)) returning user_id`,
  { user_id: is.integer },
)

const rename = sql<{ id: number; user_id: number; name: string }>(
  'passkeys.rename',
  'update passkeys set name = :name where id = :id and user_id = :user_id',
)

const remove = sql<{ id: number; user_id: number }>(
  'passkeys.remove',
  'delete from passkeys where id = :id and user_id = :user_id',
)

const removeAll = sql<{ user_id: number }>(
  'passkeys.remove_all',
  'delete from passkeys where user_id = :user_id',
)

const handle = sql<{ user_id: number; handle: Buffer }, { handle: Buffer }>(
  'passkeys.handle',
  `insert into passkey_handles (user_id, handle)
   select id, :handle from users where id = :user_id and email is not null
   on conflict (user_id) do update set handle = passkey_handles.handle returning handle`,
  { handle: is.bytes },
)

/** False: someone has it already, or the person, who is locked, has `most`. */
export async function insertPasskey(tx: Queryable, made: NewPasskey, most: number): Promise<boolean> {
  return (await insert.run(tx, { ...made, most })) > 0
}

/** A person's passkeys, oldest first. */
export function listPasskeys(db: Queryable, user_id: number, most: number): Promise<ListedPasskey[]> {
  return ofUser.all(db, { user_id, most })
}

/** The same, as an authenticator recognizes its own. */
export function knownCredentials(
  db: Queryable,
  user_id: number,
  most: number,
): Promise<{ credential_id: Buffer; transports: string[] }[]> {
  return known.all(db, { user_id, most })
}

export function findPasskey(db: Queryable, credential_id: Buffer): Promise<StoredPasskey | null> {
  return byCredential.first(db, { credential_id })
}

/** Notes a use, and returns whose it is. Null: it is removed, or its counter has not moved on. */
export async function usePasskey(
  tx: Queryable,
  used: { id: number; counter: number; backed_up: boolean },
): Promise<number | null> {
  return (await use.first(tx, used))?.user_id ?? null
}

/** False: they have no such passkey. */
export async function renamePasskey(
  tx: Queryable,
  named: { id: number; user_id: number; name: string },
): Promise<boolean> {
  return (await rename.run(tx, named)) > 0
}

/** False: they have no such passkey. */
export async function deletePasskey(tx: Queryable, own: { id: number; user_id: number }): Promise<boolean> {
  return (await remove.run(tx, own)) > 0
}

/** Returns how many they had. */
export function deleteAllPasskeys(tx: Queryable, user_id: number): Promise<number> {
  return removeAll.run(tx, { user_id })
}

/** How authenticators know this person: the given handle, or the one that they have. Null: no such person. */
export async function keepHandle(
  tx: Queryable,
  person: { user_id: number; handle: Buffer },
): Promise<Buffer | null> {
  return (await handle.first(tx, person))?.handle ?? null
}
