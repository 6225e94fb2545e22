import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

const accept = sql<{ group_id: number; user_id: number }>(
  'acceptance.accept',
  `update memberships set accepted_at = now()
   where group_id = :group_id and user_id = :user_id and revoked_at is null and accepted_at is null`,
)

const elsewhere = sql<{ group_id: number; user_id: number }, { elsewhere: boolean }>(
  'acceptance.elsewhere',
  `select exists (select 1 from memberships
     where user_id = :user_id and group_id <> :group_id and revoked_at is null) as elsewhere`,
  { elsewhere: is.flag },
)

/** Makes a pending member a member in full. False when there was nothing to accept. */
export async function acceptMembership(
  tx: Queryable,
  who: { group_id: number; user_id: number },
): Promise<boolean> {
  return (await accept.run(tx, who)) > 0
}

/** Whether somebody is in another group than this one, or invited to one. */
export async function isInAnotherGroup(
  db: Queryable,
  who: { group_id: number; user_id: number },
): Promise<boolean> {
  return (await elsewhere.one(db, who)).elsewhere
}
