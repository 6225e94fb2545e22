import { ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { USER_ROW, type User } from './user.ts'

const SESSION_DAYS = 60

/** `proven_at`: when the person last proved who they are; null: not known. */
type NewSession = { hash: Buffer; user_id: number; browser: string | null; proven_at: Date | null }

const insert = sql<NewSession & { days: number }, { id: number }>(
  'sessions.insert',
  `insert into sessions (hash, user_id, browser, proven_at, expires_at)
   values (:hash, :user_id, :browser, :proven_at, now() + make_interval(days => :days::int)) returning id`,
  ID,
)

// Someone may sign in while they are erased: the session that begins then is nobody's.
const byHash = sql<{ hash: Buffer }, User & { session_id: number }>(
  'sessions.by_hash',
  `select u.*, s.id as session_id from sessions s join users u on u.id = s.user_id
   where s.hash = :hash and s.expires_at > now() and u.erased_at is null`,
  { ...USER_ROW, session_id: is.integer },
  { wider: true },
)

/** A session in its person's list. */
export type ListedSession = { id: number; browser: string | null; created_at: Date }

const ofUser = sql<{ user_id: number; most: number }, ListedSession>(
  'sessions.of_user',
  `select id, browser, created_at from sessions where user_id = :user_id and expires_at > now()
   order by created_at desc, id desc limit :most`,
  { id: is.integer, browser: is.nullable(is.text), created_at: is.instant },
)

const proof = sql<{ id: number }, { proven_at: Date | null; now: Date }>(
  'sessions.proof',
  'select proven_at, now() as now from sessions where id = :id',
  { proven_at: is.nullable(is.instant), now: is.instant },
)

const byToken = sql<{ hash: Buffer }>('sessions.delete', 'delete from sessions where hash = :hash')

const one = sql<{ id: number; user_id: number }>(
  'sessions.delete_one',
  'delete from sessions where id = :id and user_id = :user_id',
)

const others = sql<{ user_id: number; kept_id: number | null }>(
  'sessions.delete_others',
  'delete from sessions where user_id = :user_id and id is distinct from :kept_id::bigint',
)

const lasts = sql<{ id: number; user_id: number }, { lasts: boolean }>(
  'sessions.lasts',
  'select exists (select from sessions where id = :id and user_id = :user_id and expires_at > now()) as lasts',
  { lasts: is.flag },
)

const old = sql<{ most: number }>(
  'sessions.drop_old',
  `delete from sessions where id = any (array(
     select id from sessions where expires_at <= now() order by expires_at limit :most for update skip locked))`,
)

/** Stores a session by the SHA-256 of its token. Returns its id. */
export async function insertSession(tx: Queryable, session: NewSession): Promise<number> {
  return (await insert.one(tx, { ...session, days: SESSION_DAYS })).id
}

/** The person to whom a session token belongs, until it expires. */
export function findSession(db: Queryable, hash: Buffer): Promise<(User & { session_id: number }) | null> {
  return byHash.first(db, { hash })
}

/** A person's sessions, newest first. */
export function listSessions(db: Queryable, user_id: number, most: number): Promise<ListedSession[]> {
  return ofUser.all(db, { user_id, most })
}

/** When the person of a session last proved who they are, and the time now. Null: it has ended. */
export function findProof(db: Queryable, id: number): Promise<{ proven_at: Date | null; now: Date } | null> {
  return proof.first(db, { id })
}

/** Deletes the session with this token's hash, if there is one. */
export async function deleteSession(tx: Queryable, hash: Buffer): Promise<void> {
  await byToken.run(tx, { hash })
}

/** Deletes one session of a person. False: they have no such session. */
export async function deleteOwnSession(
  tx: Queryable,
  session: { id: number; user_id: number },
): Promise<boolean> {
  return (await one.run(tx, session)) > 0
}

/** Deletes all sessions of a person except one; `kept_id` null: all. Returns how many. */
export function deleteOtherSessions(
  tx: Queryable,
  kept: { user_id: number; kept_id: number | null },
): Promise<number> {
  return others.run(tx, kept)
}

/** Whether a session of a person has not ended. */
export async function isSession(db: Queryable, session: { id: number; user_id: number }): Promise<boolean> {
  return (await lasts.one(db, session)).lasts
}

/** Deletes at most `most` expired sessions. Returns how many. */
export function dropOldSessions(db: Queryable, most: number): Promise<number> {
  return old.run(db, { most })
}
