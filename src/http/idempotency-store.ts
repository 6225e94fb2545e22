import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** `version`: of the record in the response; null: none. */
export type KeptAnswer = { answer: string; version: string | null }
export type StoredAnswer = KeptAnswer & { route: string; body_hash: Buffer }

/** The client: a key of a group, or of a person. Idempotency-Keys of different clients are independent. */
export type Asker = { by: 'group_key' | 'personal_key'; id: number }

/** A request: its client, its Idempotency-Key, and its content. */
export type Asked = { asker: Asker; key: string; route: string; body_hash: Buffer }

const KEPT = {
  group_key: statements('idempotency', 'idempotent_answers', 'api_key_id'),
  personal_key: statements('personal_idempotency', 'personal_answers', 'personal_key_id'),
}

// A 64-bit lock id: enough to keep unrelated requests apart. The space distinguishes key 1 with '2x' from key
// 12 with 'x'.
const tryLock = sql<{ asker: string; key: string }, { free: boolean }>(
  'idempotency.try_lock',
  `select pg_try_advisory_xact_lock(hashtextextended(:asker::text || ' ' || :key::text, 7)) as free`,
  { free: is.flag },
)

function statements(name: string, table: string, owner: string) {
  return {
    find: sql<{ id: number; key: string }, StoredAnswer>(
      `${name}.find`,
      `select route, body_hash, answer, version from ${table}
       where ${owner} = :id and key = :key and created_at > now() - interval '24 hours'`,
      { route: is.text, body_hash: is.bytes, answer: is.text, version: is.nullable(is.text) },
    ),
    insert: sql<{ id: number; key: string } & StoredAnswer>(
      `${name}.insert`,
      `insert into ${table} (${owner}, key, route, body_hash, answer, version)
       values (:id, :key, :route, :body_hash, :answer, :version)
       on conflict (${owner}, key) do update set route = excluded.route, body_hash = excluded.body_hash,
         answer = excluded.answer, version = excluded.version, created_at = now()`,
    ),
  }
}

/** Whether no other request with this key is running; if so, we hold the lock until the commit. */
export async function tryAnswering(tx: Queryable, { asker: { by, id }, key }: Asked): Promise<boolean> {
  return (await tryLock.one(tx, { asker: `${by} ${id}`, key })).free
}

export function findAnswer(tx: Queryable, { asker: { by, id }, key }: Asked): Promise<StoredAnswer | null> {
  return KEPT[by].find.first(tx, { id, key })
}

export async function keepAnswer(
  tx: Queryable,
  { asker: { by, id }, ...asked }: Asked,
  answer: KeptAnswer,
): Promise<void> {
  await KEPT[by].insert.run(tx, { id, ...asked, ...answer })
}
