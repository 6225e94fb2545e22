import { type Fields, ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { groupStateOf } from '../groups/group-state.ts'
import {
  API_KEY_ROW,
  type ApiKey,
  type Permission,
  PRESENTED_KEY_ROW,
  type PresentedKey,
  type Variant,
} from './api-key.ts'
import { type DayOfUse, KEY_USE_ROW, SHOWN_DAYS } from './key-use.ts'

type NewKey = {
  group_id: number
  bot_user_id: number
  issuer_id: number | null
  name: string
  variant: Variant
  permissions: Permission[]
  guard: boolean
  expires_at: Date | null
  /** When its admins are notified of its expiry; null: never. */
  ending_due_at: Date | null
}

/**
 * A key in a list: with the visible starts of its newest secret and of the former one while that is valid,
 * and the days of its recent use.
 */
export type ListedKey = ApiKey & {
  handle: string
  prefix: string
  old_prefix: string | null
  old_until: Date | null
  created_at: Date
  use: DayOfUse[]
}

const LISTED_ROW: Fields<ListedKey> = {
  ...API_KEY_ROW,
  handle: is.text,
  prefix: is.text,
  old_prefix: is.nullable(is.text),
  old_until: is.nullable(is.instant),
  created_at: is.instant,
  use: is.jsonListOf(KEY_USE_ROW),
}

/** A group that has keys. */
export type KeyedGroup = { handle: string; name: string }

/** A key that expires soon, and the admins of its group. */
export type EndingKey = { id: number; group_id: number; admin_ids: number[] }

const FIELDS = `k.id, k.group_id, k.bot_user_id, k.issuer_id, k.name, k.variant, k.permissions, k.guard,
  k.expires_at, k.revoked_at, k.last_used_on`

const insert = sql<NewKey, { id: number }>(
  'keys.insert',
  `insert into api_keys (group_id, bot_user_id, issuer_id, name, variant, permissions, guard, expires_at, ending_due_at)
   values (:group_id, :bot_user_id, :issuer_id, :name, :variant, :permissions::text[], :guard, :expires_at, :ending_due_at)
   returning id`,
  ID,
)

const insertSecret = sql<{ hash: Buffer; api_key_id: number; prefix: string }>(
  'keys.insert_secret',
  'insert into key_secrets (hash, api_key_id, prefix) values (:hash, :api_key_id, :prefix)',
)

const endSecrets = sql<{ api_key_id: number; expires_at: Date }>(
  'keys.end_secrets',
  `update key_secrets set expires_at = least(expires_at, :expires_at::timestamptz) where api_key_id = :api_key_id`,
)

const byHashes = sql<{ hashes: Buffer[] }, PresentedKey & { now: Date; hash: Buffer }>(
  'keys.by_hashes',
  `select ${FIELDS}, s.expires_at as secret_expires_at, now() as now, s.hash,
     (select ${groupStateOf('g')} from groups g where g.id = k.group_id) as group_state
   from key_secrets s join api_keys k on k.id = s.api_key_id where s.hash = any (:hashes::bytea[])`,
  { ...PRESENTED_KEY_ROW, now: is.instant, hash: is.bytes },
)

const list = sql<{ group_id: number | null; days: number }, ListedKey>(
  'keys.list',
  `select ${FIELDS}, k.created_at, g.handle, s.prefix, o.prefix as old_prefix, o.expires_at as old_until,
     (select coalesce(json_agg(json_build_object('day', day, 'requests', requests, 'refused', refused) order by day desc), '[]')
      from key_uses where api_key_id = k.id and day > current_date - :days::int) as use
   from (
     select * from api_keys where group_id = :group_id::bigint
     union all select * from api_keys where :group_id::bigint is null
   ) k join lateral (select handle from groups where id = k.group_id limit 1) g on true
   cross join lateral (
     select prefix from key_secrets where api_key_id = k.id order by created_at desc limit 1) s
   left join lateral (
     select prefix, expires_at from key_secrets where api_key_id = k.id and expires_at > now()
     order by created_at desc limit 1) o on true
   order by k.id`,
  LISTED_ROW,
)

// By the person, whatever PostgreSQL knows of the number of admins.
const ledGroups = sql<{ user_id: number; most: number }, KeyedGroup>(
  'keys.led_groups',
  `select g.handle, g.name from (select * from memberships where user_id = :user_id offset 0) m
   join groups g on g.id = m.group_id
   where m.admin and m.revoked_at is null and g.deleted_at is null
     and exists (select from api_keys where group_id = m.group_id and revoked_at is null)
   order by m.id limit :most`,
  { handle: is.text, name: is.text },
)

const revoke = sql<{ id: number }>(
  'keys.revoke',
  'update api_keys set revoked_at = now(), ending_due_at = null where id = :id and revoked_at is null',
)

const byId = sql<{ id: number }, ApiKey>(
  'keys.by_id',
  `select ${FIELDS} from api_keys k where k.id = :id for update`,
  API_KEY_ROW,
)

const setEnd = sql<{ id: number; expires_at: Date | null; ending_due_at: Date | null }>(
  'keys.set_end',
  'update api_keys set expires_at = :expires_at, ending_due_at = :ending_due_at where id = :id',
)

const takeEnding = sql<{ most: number }, EndingKey>(
  'keys.take_ending',
  `update api_keys k set ending_due_at = null where k.id = any (array(
     select id from api_keys where ending_due_at <= now() order by ending_due_at limit :most for update skip locked))
   returning k.id, k.group_id, array(select m.user_id from memberships m
     where m.group_id = k.group_id and m.admin and m.revoked_at is null order by 1) as admin_ids`,
  { id: is.integer, group_id: is.integer, admin_ids: is.list(is.integer) },
)

const used = sql<{ id: number }>(
  'keys.used',
  'update api_keys set last_used_on = current_date where id = :id and last_used_on is distinct from current_date',
)

export async function insertKey(tx: Queryable, key: NewKey): Promise<number> {
  return (await insert.one(tx, key)).id
}

export async function addSecret(
  tx: Queryable,
  secret: { hash: Buffer; api_key_id: number; prefix: string },
): Promise<void> {
  await insertSecret.run(tx, secret)
}

/** Makes the key's current secrets expire at `expires_at`, or at their earlier expiry. */
export async function endSecretsAt(tx: Queryable, api_key_id: number, expires_at: Date): Promise<void> {
  await endSecrets.run(tx, { api_key_id, expires_at })
}

/** The keys with secrets of these SHA-256, in order, with the database's time. Null: no such key. */
export async function findKeysBySecrets(
  db: Queryable,
  hashes: Buffer[],
): Promise<((PresentedKey & { now: Date }) | null)[]> {
  const found = await byHashes.all(db, { hashes })
  return hashes.map((hash) => found.find((key) => key.hash.equals(hash)) ?? null)
}

/** This key, locked until the transaction ends. */
export function lockKey(tx: Queryable, id: number): Promise<ApiKey | null> {
  return byId.first(tx, { id })
}

/** The keys of one group, or of all. */
export function listKeys(db: Queryable, group_id: number | null): Promise<ListedKey[]> {
  return list.all(db, { group_id, days: SHOWN_DAYS })
}

/** The first groups with keys in which this person is an admin. */
export function listKeyedGroups(
  db: Queryable,
  ask: { user_id: number; most: number },
): Promise<KeyedGroup[]> {
  return ledGroups.all(db, ask)
}

/** False when there is no such key, or it is already revoked. */
export async function markRevoked(tx: Queryable, id: number): Promise<boolean> {
  return (await revoke.run(tx, { id })) > 0
}

/** Sets the key's expiry, null: never; its admins are notified at `ending_due_at`. */
export async function writeKeyEnd(
  tx: Queryable,
  end: { id: number; expires_at: Date | null; ending_due_at: Date | null },
): Promise<void> {
  await setEnd.run(tx, end)
}

/** Claims keys whose admins are due to be notified, each once. */
export function takeEndingKeys(tx: Queryable, most: number): Promise<EndingKey[]> {
  return takeEnding.all(tx, { most })
}

/** Records the day of use. */
export async function markUsed(db: Queryable, id: number): Promise<void> {
  await used.run(db, { id })
}
