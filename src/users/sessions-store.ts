import { type Queryable, sql } from '../db/sql.ts'
import type { User } from './user.ts'

const SESSION_DAYS = 60

const insert = sql<{ hash: Buffer; user_id: number; browser: string | null; days: number }, { id: number }>(
  'sessions.insert',
  `insert into sessions (hash, user_id, browser, expires_at)
   values (:hash, :user_id, :browser, now() + make_interval(days => :days::int)) returning id`,
)

const byHash = sql<{ hash: Buffer }, User & { session_id: number }>(
  'sessions.by_hash',
  `select u.*, s.id as session_id from sessions s join users u on u.id = s.user_id
   where s.hash = :hash and s.expires_at > now()`,
)

/** Keeps a session by the SHA-256 of its token. Returns its id. */
export async function insertSession(
  tx: Queryable,
  session: { hash: Buffer; user_id: number; browser: string | null },
): Promise<number> {
  return (await insert.one(tx, { ...session, days: SESSION_DAYS })).id
}

/** The person whose session this is, while it lasts. */
export function findSession(db: Queryable, hash: Buffer): Promise<(User & { session_id: number }) | null> {
  return byHash.first(db, { hash })
}
