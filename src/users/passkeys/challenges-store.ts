import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

/**
 * A challenge for a browser to sign. `user_id`: the person who adds a passkey, `session_id`: where they are
 * signed in; both null: someone signs in. It ends with the session.
 */
export type Challenge = {
  challenge_hash: Buffer
  browser_hash: Buffer
  user_id: number | null
  session_id: number | null
}

const insert = sql<Challenge & { minutes: number }>(
  'passkey_challenges.insert',
  `insert into passkey_challenges (challenge_hash, browser_hash, user_id, session_id, expires_at)
   values (:challenge_hash, :browser_hash, :user_id, :session_id, now() + make_interval(mins => :minutes::int))`,
)

const take = sql<Challenge, { timely: boolean }>(
  'passkey_challenges.take',
  `delete from passkey_challenges
   where challenge_hash = :challenge_hash and browser_hash = :browser_hash
     and user_id is not distinct from :user_id::bigint and session_id is not distinct from :session_id::bigint
   returning expires_at > now() as timely`,
  { timely: is.flag },
)

const drop = sql<{ most: number }>(
  'passkey_challenges.drop_old',
  `delete from passkey_challenges where challenge_hash = any (array(
     select challenge_hash from passkey_challenges where expires_at <= now()
     order by expires_at limit :most for update skip locked))`,
)

export async function insertChallenge(tx: Queryable, asked: Challenge, minutes: number): Promise<void> {
  await insert.run(tx, { ...asked, minutes })
}

/** Uses a challenge up. False: unknown, over, or used; of concurrent requests only one gets it. */
export async function takeChallenge(db: Queryable, answered: Challenge): Promise<boolean> {
  return (await take.first(db, answered))?.timely ?? false
}

/** Deletes at most `most` challenges that are over. Returns how many. */
export function dropOldChallenges(db: Queryable, most: number): Promise<number> {
  return drop.run(db, { most })
}
