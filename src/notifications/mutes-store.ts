import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

type Mute = { user_id: number; group_id: number }

const insert = sql<Mute>(
  'mutes.insert',
  'insert into mutes (user_id, group_id) values (:user_id, :group_id) on conflict do nothing',
)
const remove = sql<Mute>(
  'mutes.delete',
  'delete from mutes where user_id = :user_id and group_id = :group_id',
)

const among = sql<{ group_id: number; user_ids: number[] }, { user_id: number }>(
  'mutes.among',
  'select user_id from mutes where group_id = :group_id and user_id = any (:user_ids::bigint[])',
  { user_id: is.integer },
)

/** The people among these who muted the group. */
export async function mutedAmong(
  db: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<number[]> {
  return (await among.all(db, ask)).map(({ user_id }) => user_id)
}

/** False when it existed already. */
export async function insertMute(tx: Queryable, mute: Mute): Promise<boolean> {
  return (await insert.run(tx, mute)) > 0
}

/** False when there was none. */
export async function deleteMute(tx: Queryable, mute: Mute): Promise<boolean> {
  return (await remove.run(tx, mute)) > 0
}
