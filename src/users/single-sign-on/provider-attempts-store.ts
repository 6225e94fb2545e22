import { type Fields, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

/**
 * The purpose for which a browser was sent to a provider. `user_id`: the person who links a login, in this
 * session, null once it has ended; `again_for`: the person who is signed in and signs in again; all null:
 * someone signs in.
 */
export type Attempt = {
  provider: string
  next: string
  user_id: number | null
  session_id: number | null
  again_for: number | null
}

const ROW: Fields<Attempt> = {
  ...{ provider: is.text, next: is.text },
  ...{ user_id: is.nullable(is.integer), session_id: is.nullable(is.integer) },
  again_for: is.nullable(is.integer),
}

const insert = sql<Attempt & { browser_hash: Buffer }>(
  'provider_attempts.insert',
  `insert into provider_attempts (browser_hash, provider, next, user_id, session_id, again_for)
   values (:browser_hash, :provider, :next, :user_id, :session_id, :again_for)`,
)

const take = sql<{ browser_hash: Buffer; provider: string; minutes: number }, Attempt>(
  'provider_attempts.take',
  `delete from provider_attempts where browser_hash = :browser_hash and provider = :provider
     and started_at > now() - make_interval(mins => :minutes::int)
   returning provider, next, user_id, session_id, again_for`,
  ROW,
)

const drop = sql<{ minutes: number; most: number }>(
  'provider_attempts.drop_old',
  `delete from provider_attempts where browser_hash = any (array(
     select browser_hash from provider_attempts where started_at < now() - make_interval(mins => :minutes::int)
     order by started_at limit :most for update skip locked))`,
)

export async function insertAttempt(
  tx: Queryable,
  attempt: Attempt & { browser_hash: Buffer },
): Promise<void> {
  await insert.run(tx, attempt)
}

/** Uses a browser's attempt up. Null: none, used before, of another provider, or too old. */
export function takeAttempt(
  db: Queryable,
  wanted: { browser_hash: Buffer; provider: string; minutes: number },
): Promise<Attempt | null> {
  return take.first(db, wanted)
}

/** Deletes at most `most` attempts older than `minutes`. Returns how many. */
export function dropOldAttemptsAt(db: Queryable, minutes: number, most: number): Promise<number> {
  return drop.run(db, { minutes, most })
}
