import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { PERSONAL_KEY_ROW, type PersonalKey } from './personal-key.ts'

const FIELDS = 'id, user_id, name, prefix, last_used_on, revoked_at, created_at'

type NewKey = Pick<PersonalKey, 'user_id' | 'name' | 'prefix'> & { hash: Buffer }

const insert = sql<NewKey>(
  'personal_keys.insert',
  'insert into personal_keys (user_id, name, prefix, hash) values (:user_id, :name, :prefix, :hash)',
)

const byHash = sql<{ hash: Buffer }, PersonalKey>(
  'personal_keys.by_hash',
  `select ${FIELDS} from personal_keys where hash = :hash`,
  PERSONAL_KEY_ROW,
)

const ofUser = sql<{ user_id: number; most_ended: number }, PersonalKey>(
  'personal_keys.of_user',
  `select ${FIELDS} from (
     select *, row_number() over (partition by revoked_at is null order by id desc) as place
     from personal_keys where user_id = :user_id
   ) k where revoked_at is null or place <= :most_ended::int order by id`,
  PERSONAL_KEY_ROW,
)

const byId = sql<{ id: number; user_id: number }, PersonalKey>(
  'personal_keys.by_id',
  `select ${FIELDS} from personal_keys where id = :id and user_id = :user_id`,
  PERSONAL_KEY_ROW,
)

// Locks the person's row until the transaction ends: concurrent creations see each other.
const lockOwner = sql<{ user_id: number }>(
  'personal_keys.lock_owner',
  'select from users where id = :user_id for no key update',
)

const countLive = sql<{ user_id: number }, { keys: number }>(
  'personal_keys.count_live',
  'select count(*)::int as keys from personal_keys where user_id = :user_id and revoked_at is null',
  { keys: is.integer },
)

const revoke = sql<{ id: number; user_id: number }>(
  'personal_keys.revoke',
  'update personal_keys set revoked_at = coalesce(revoked_at, now()) where id = :id and user_id = :user_id',
)

const revokeAll = sql<{ user_id: number }>(
  'personal_keys.revoke_all',
  'update personal_keys set revoked_at = now() where user_id = :user_id and revoked_at is null',
)

const used = sql<{ id: number }>(
  'personal_keys.used',
  'update personal_keys set last_used_on = current_date where id = :id and last_used_on is distinct from current_date',
)

/** Stores a key by the SHA-256 of its text. */
export async function insertPersonalKey(tx: Queryable, key: NewKey): Promise<void> {
  await insert.run(tx, key)
}

/** The key whose text has this SHA-256, revoked or not. */
export function findPersonalKey(db: Queryable, hash: Buffer): Promise<PersonalKey | null> {
  return byHash.first(db, { hash })
}

/** All valid keys of a person, and the latest `most_ended` revoked ones. */
export function listPersonalKeys(
  db: Queryable,
  ask: { user_id: number; most_ended: number },
): Promise<PersonalKey[]> {
  return ofUser.all(db, ask)
}

/** One key of this person, revoked or not. */
export function findPersonalKeyOf(
  db: Queryable,
  key: Pick<PersonalKey, 'id' | 'user_id'>,
): Promise<PersonalKey | null> {
  return byId.first(db, key)
}

/** The number of a person's valid keys; nobody else creates one until the transaction ends. */
export async function countLivePersonalKeys(tx: Queryable, user_id: number): Promise<number> {
  await lockOwner.run(tx, { user_id })
  return (await countLive.one(tx, { user_id })).keys
}

/** Revokes a key permanently; idempotent. False: this person has no such key. */
export async function markPersonalKeyRevoked(
  tx: Queryable,
  key: Pick<PersonalKey, 'id' | 'user_id'>,
): Promise<boolean> {
  return (await revoke.run(tx, key)) > 0
}

/** Revokes all keys of a person permanently. */
export async function markPersonalKeysRevoked(tx: Queryable, user_id: number): Promise<void> {
  await revokeAll.run(tx, { user_id })
}

/** Records the day of use. */
export async function markPersonalKeyUsed(db: Queryable, id: number): Promise<void> {
  await used.run(db, { id })
}
