import { type Queryable, sql } from '../db/sql.ts'

export type StoredAnswer = { route: string; body_hash: Buffer; answer: string }

// 64 bits name the lock: enough that unrelated requests never meet. The space parts key 1 with '2x' from key 12 with 'x'.
const tryLock = sql<{ api_key_id: number; key: string }, { free: boolean }>(
  'idempotency.try_lock',
  `select pg_try_advisory_xact_lock(hashtextextended(:api_key_id::bigint || ' ' || :key::text, 7)) as free`,
)

const find = sql<{ api_key_id: number; key: string }, StoredAnswer>(
  'idempotency.find',
  `select route, body_hash, answer from idempotent_answers
   where api_key_id = :api_key_id and key = :key and created_at > now() - interval '24 hours'`,
)

const insert = sql<{ api_key_id: number; key: string } & StoredAnswer>(
  'idempotency.insert',
  `insert into idempotent_answers (api_key_id, key, route, body_hash, answer)
   values (:api_key_id, :key, :route, :body_hash, :answer)
   on conflict (api_key_id, key) do update set route = excluded.route, body_hash = excluded.body_hash,
     answer = excluded.answer, created_at = now()`,
)

/** Whether nobody else is answering a request with this key right now; if so, it is ours until the commit. */
export async function tryAnswering(tx: Queryable, api_key_id: number, key: string): Promise<boolean> {
  return (await tryLock.one(tx, { api_key_id, key })).free
}

export function findAnswer(tx: Queryable, api_key_id: number, key: string): Promise<StoredAnswer | null> {
  return find.first(tx, { api_key_id, key })
}

export async function keepAnswer(
  tx: Queryable,
  api_key_id: number,
  key: string,
  answer: StoredAnswer,
): Promise<void> {
  await insert.run(tx, { api_key_id, key, ...answer })
}
