import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

const put = sql<{ hash: Buffer; user_id: number }>(
  'known_browsers.put',
  `insert into known_browsers (hash, user_id) select :hash, id from users where id = :user_id and email is not null
   on conflict (hash) do update set signed_in_at = now()`,
)

const byHash = sql<{ hash: Buffer }, { known: boolean }>(
  'known_browsers.by_hash',
  'select exists (select from known_browsers where hash = :hash) as known',
  { known: is.flag },
)

const forget = sql<{ user_id: number }>(
  'known_browsers.forget',
  'delete from known_browsers where user_id = :user_id',
)

const drop = sql<{ days: number; most: number }>(
  'known_browsers.drop_old',
  `delete from known_browsers where hash = any (array(
     select hash from known_browsers where signed_in_at < now() - make_interval(days => :days::int)
     order by signed_in_at limit :most for update skip locked))`,
)

/** Records that a person has signed in in a browser. */
export async function putKnownBrowser(
  db: Queryable,
  known: { hash: Buffer; user_id: number },
): Promise<void> {
  await put.run(db, known)
}

/** Whether a person has signed in in a browser. */
export async function isKnownBrowser(db: Queryable, hash: Buffer): Promise<boolean> {
  return (await byHash.one(db, { hash })).known
}

/** Forgets all browsers of a person. */
export async function forgetBrowsers(tx: Queryable, user_id: number): Promise<void> {
  await forget.run(tx, { user_id })
}

/** Deletes at most `most` browsers in which nobody has signed in for `days`. Returns how many. */
export function dropOldBrowsers(db: Queryable, days: number, most: number): Promise<number> {
  return drop.run(db, { days, most })
}
