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

/** False when it existed already. */
export async function insertMute(tx: Queryable, mute: Mute): Promise<boolean> {
  return (await insert.run(tx, mute)) > 0
}

/** False when there was none. */
export async function deleteMute(tx: Queryable, mute: Mute): Promise<boolean> {
  return (await remove.run(tx, mute)) > 0
}
