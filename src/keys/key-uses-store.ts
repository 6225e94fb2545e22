import { type Queryable, sql } from '../db/sql.ts'
import type { DayOfUse } from './key-use.ts'

/** The use of one key text, by its SHA-256. */
export type TextUse = DayOfUse & { hash: Buffer }

// Ordered by the rows' keys, so that processes cannot deadlock.
const add = sql<{ hashes: Buffer[]; days: string[]; requests: number[]; refused: number[] }>(
  'key_uses.add',
  `insert into key_uses (api_key_id, day, requests, refused)
   select s.api_key_id, u.day, sum(u.requests), sum(u.refused)
   from unnest(:hashes::bytea[], :days::date[], :requests::bigint[], :refused::bigint[]) as u(hash, day, requests, refused)
   join key_secrets s on s.hash = u.hash group by 1, 2 order by 1, 2
   on conflict (api_key_id, day) do update set
     requests = key_uses.requests + excluded.requests, refused = key_uses.refused + excluded.refused`,
)

const deleteOld = sql<{ days: number; most: number }>(
  'key_uses.delete_old',
  `delete from key_uses where ctid = any (array(
     select ctid from key_uses where day <= current_date - :days::int
     order by day limit :most for update skip locked))`,
)

/** Adds to the counts of the keys with these texts; ignores unknown texts. */
export async function addUses(db: Queryable, uses: TextUse[]): Promise<void> {
  await add.run(db, {
    hashes: uses.map(({ hash }) => hash),
    days: uses.map(({ day }) => day),
    requests: uses.map(({ requests }) => requests),
    refused: uses.map(({ refused }) => refused),
  })
}

/** Deletes the counts of days at least `days` ago, at most `most`. Returns how many. */
export function deleteUses(db: Queryable, days: number, most: number): Promise<number> {
  return deleteOld.run(db, { days, most })
}
