import { type Queryable, sql } from '../../db/sql.ts'

// Ballots given by name to people who are members, or were once, are ballots of members: also those in closed
// polls, which could otherwise still be read. People who were only invited keep those they had before.
const end = sql<{ membership_ids: number[] }>(
  'named_ballots.end',
  `with ended as materialized (
     select e.poll_id, e.user_id from memberships m
     cross join lateral (select poll_id, user_id, issued_as, issued_at from electorate
       where user_id = m.user_id and issued_as <> 'member' offset 0) e
     cross join lateral (select group_id from polls where id = e.poll_id limit 1) p
     where m.id = any (:membership_ids::bigint[]) and p.group_id = m.group_id and e.issued_as = 'named'
       and (m.accepted_at is not null or e.issued_at >= m.created_at)
   )
   update electorate e set issued_as = 'member' from ended
   where e.poll_id = ended.poll_id and e.user_id = ended.user_id`,
)

/**
 * Makes the ballots that were given to these members by name end with their memberships; of those who have
 * not joined, only ballots given since they were invited.
 */
export async function endNamedBallots(tx: Queryable, membership_ids: number[]): Promise<void> {
  await end.run(tx, { membership_ids })
}
