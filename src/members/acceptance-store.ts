import { is, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { shownName } from '../groups/names/shown-users.ts'
import type { Reached } from '../users/mint-copied-links.ts'
import { USER_ROW } from '../users/user.ts'

const accept = sql<{ group_id: number; user_id: number }>(
  'acceptance.accept',
  `update memberships set accepted_at = now()
   where group_id = :group_id and user_id = :user_id and revoked_at is null and accepted_at is null`,
)

const elsewhere = sql<{ group_id: number; user_id: number }, { elsewhere: boolean }>(
  'acceptance.elsewhere',
  `select exists (select 1 from memberships
     where user_id = :user_id and group_id <> :group_id and accepted_at is not null and revoked_at is null) as elsewhere`,
  { elsewhere: is.flag },
)

const pending = sql<{ group_id: number; after: number; most: number }, Reached>(
  'acceptance.pending',
  `select u.id as user_id, ${shownName('u', ':group_id')} as name, u.email from (
     select user_id from memberships
     where group_id = :group_id and revoked_at is null and accepted_at is null and user_id + 0 > :after
     order by group_id, user_id limit :most
   ) m join lateral (select * from users where id = m.user_id limit 1) u on true order by m.user_id`,
  { user_id: is.integer, ...pick(USER_ROW, 'name', 'email') },
)

/** Makes a pending member a full member. False when there was nothing to accept. */
export async function acceptMembership(
  tx: Queryable,
  who: { group_id: number; user_id: number },
): Promise<boolean> {
  return (await accept.run(tx, who)) > 0
}

/**
 * Whether a person has joined another group than this one; an invitation alone gives no rights in a group.
 */
export async function isInAnotherGroup(
  db: Queryable,
  who: { group_id: number; user_id: number },
): Promise<boolean> {
  return (await elsewhere.one(db, who)).elsewhere
}

/** Invited people who have not joined, by id. */
export function pendingMembers(
  db: Queryable,
  ask: { group_id: number; after: number; most: number },
): Promise<Reached[]> {
  return pending.all(db, ask)
}
