import { type Queryable, sql } from '../../db/sql.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { usersIn } from './shown-users.ts'

const these = sql<{ group_id: number; ids: number[] }, User>(
  'users.in_group',
  `select * from ${usersIn(':group_id')} u where u.id = any (:ids::bigint[]) order by u.id`,
  USER_ROW,
)

/** These people with their names in this group, by id. */
export function readUsersIn(db: Queryable, group_id: number, ids: number[]): Promise<User[]> {
  return ids.length === 0 ? Promise.resolve([]) : these.all(db, { group_id, ids })
}
