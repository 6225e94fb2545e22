import { type Queryable, sql } from '../db/sql.ts'

const accept = sql<{ group_id: number; user_id: number }>(
  'acceptance.accept',
  `update memberships set accepted_at = now()
   where group_id = :group_id and user_id = :user_id and revoked_at is null and accepted_at is null`,
)

/** Makes a pending member a member in full. False when there was nothing to accept. */
export async function acceptMembership(
  tx: Queryable,
  who: { group_id: number; user_id: number },
): Promise<boolean> {
  return (await accept.run(tx, who)) > 0
}
