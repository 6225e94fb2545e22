import type { Queryable } from '../db/sql.ts'
import { readUsersIn } from './names/shown-user-reads.ts'

/** The names of these people in the group, by id; null: they have not given one. */
export async function loadMemberNames(
  db: Queryable,
  group_id: number,
  user_ids: number[],
): Promise<Map<number, string | null>> {
  return new Map((await readUsersIn(db, group_id, user_ids)).map(({ id, name }) => [id, name]))
}
