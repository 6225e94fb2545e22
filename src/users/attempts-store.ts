import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** The attempts counted in the current period, and when it ends. */
export type Counted = { hash: Buffer; count: number; seconds_left: number }

const count = sql<{ hash: Buffer; minutes: number }, { count: number; seconds_left: number }>(
  'attempts.count',
  `insert into attempts (hash, ends_at) values (:hash, now() + make_interval(mins => :minutes::int))
   on conflict (hash) do update set
     count = case when attempts.ends_at <= now() then 1 else attempts.count + 1 end,
     ends_at = case when attempts.ends_at <= now() then excluded.ends_at else attempts.ends_at end
   returning count, ceil(extract(epoch from ends_at - now()))::int as seconds_left`,
  { count: is.integer, seconds_left: is.integer },
)

// Ordered by hash, so that concurrent counts of the same hashes lock in one order.
const add = sql<{ hashes: Buffer[]; by: number; minutes: number }, Counted>(
  'attempts.add',
  `insert into attempts (hash, count, ends_at)
   select hash, :by::int, now() + make_interval(mins => :minutes::int)
   from unnest(:hashes::bytea[]) as h(hash) order by hash
   on conflict (hash) do update set
     count = case when attempts.ends_at <= now() then excluded.count else attempts.count + excluded.count end,
     ends_at = case when attempts.ends_at <= now() then excluded.ends_at else attempts.ends_at end
   returning hash, count, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::int as seconds_left`,
  { hash: is.bytes, count: is.integer, seconds_left: is.integer },
)

const read = sql<{ hash: Buffer }, { count: number }>(
  'attempts.read',
  'select count from attempts where hash = :hash and ends_at > now()',
  { count: is.integer },
)

const readAll = sql<{ hashes: Buffer[] }, Counted>(
  'attempts.read_all',
  `select hash, count, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::int as seconds_left
   from attempts where hash = any (:hashes::bytea[]) and ends_at > now()`,
  { hash: is.bytes, count: is.integer, seconds_left: is.integer },
)

const drop = sql<{ most: number }>(
  'attempts.drop_old',
  `delete from attempts where hash = any (array(
     select hash from attempts where ends_at <= now() limit :most for update skip locked))`,
)

/** Counts one attempt, and returns its number in the current period and when that ends. */
export function countOne(
  db: Queryable,
  hash: Buffer,
  minutes: number,
): Promise<{ count: number; seconds_left: number }> {
  return count.one(db, { hash, minutes })
}

/**
 * Counts `by` attempts for each of these hashes, in the caller's transaction: others that count the same
 * hashes wait for its end.
 */
export function countSeveral(
  tx: Queryable,
  what: { hashes: Buffer[]; by: number; minutes: number },
): Promise<Counted[]> {
  return add.all(tx, what)
}

/** The number of attempts in the current period. */
export async function attemptsMade(db: Queryable, hash: Buffer): Promise<number> {
  return (await read.first(db, { hash }))?.count ?? 0
}

/** The current counts of these hashes; those without attempts are left out. */
export function countsOf(db: Queryable, hashes: Buffer[]): Promise<Counted[]> {
  return readAll.all(db, { hashes })
}

/** Deletes at most `most` expired counts. Returns how many. */
export function dropOldAttempts(db: Queryable, most: number): Promise<number> {
  return drop.run(db, { most })
}
