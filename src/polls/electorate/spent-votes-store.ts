import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

// Named polls can be reopened, and count who voted. An anonymous poll never reopens; while it is open, every
// ballot counts, also of those who did not vote: this table does not tell who did. All hashes of a poll are
// written anew, in their order: neither transactions nor places tell which one belongs to whose ballot.
const keep = sql<{ user_id: number; address_keys: Buffer[] }>(
  'spent_votes.keep',
  `with of_person as materialized (
     select id, group_id from polls
     where id = any (array(select e.poll_id from electorate e
         where e.user_id = :user_id and (e.voted or counts_on(e.poll_id, e.user_id))))
       and discarded_at is null and not (anonymous and closed_at is not null)
     order by id for share
   ), earlier as (
     delete from spent_votes where poll_id = any (array(select id from of_person))
     returning poll_id, group_id, address_hash
   ), together as (
     select poll_id, group_id, address_hash from earlier
     union
     select p.id, p.group_id, spent_hash(p.id, k.address_key)
     from of_person p cross join unnest(:address_keys::bytea[]) as k(address_key)
   )
   insert into spent_votes (poll_id, group_id, address_hash)
   select poll_id, group_id, address_hash from together order by address_hash
   on conflict do nothing`,
)

/** A person whose address another account may have had before. */
export type Comer = { id: number; email: string }

const COMER = { id: is.integer, email: is.text }

const among = sql<{ group_id: number; user_ids: number[] }, Comer>(
  'spent_votes.comers',
  `select id, email from users where id = any (:user_ids::bigint[]) and email is not null
     and exists (select from spent_votes where group_id = :group_id)`,
  COMER,
)

const missing = sql<{ poll_id: number }, Comer>(
  'spent_votes.comers_to_poll',
  `select u.id, u.email from (
     select m.user_id from polls p join memberships m on m.group_id = p.group_id and m.revoked_at is null
     where p.id = :poll_id
     union select t.user_id from polls p join thread_guests t on t.discussion_id = p.discussion_id
     where p.id = :poll_id
   ) h cross join lateral (select id, email from users where id = h.user_id and email is not null limit 1) u
   where not holds_ballot(:poll_id, u.id)
     and (exists (select from spent_votes where poll_id = :poll_id)
       or exists (select from former_names
         where address and lower(said) = lower(u.email) and user_id <> u.id offset 0))`,
  COMER,
)

const drop = sql<{ poll_id: number }>('spent_votes.drop', 'delete from spent_votes where poll_id = :poll_id')

/** Stores the hashes of a deleted account's addresses for its polls. */
export async function keepSpent(
  tx: Queryable,
  of: { user_id: number; address_keys: Buffer[] },
): Promise<void> {
  await keep.run(tx, of)
}

/** Returns these people if someone in this group deleted an account with a ballot, otherwise nobody. */
export function comersAmong(tx: Queryable, ask: { group_id: number; user_ids: number[] }): Promise<Comer[]> {
  return among.all(tx, ask)
}

/** Members and guests without a ballot in this poll whose address another account may have had. */
export function comersTo(tx: Queryable, poll_id: number): Promise<Comer[]> {
  return missing.all(tx, { poll_id })
}

/** Forgets the addresses of a poll that will never take votes again. */
export async function dropSpent(tx: Queryable, poll_id: number): Promise<void> {
  await drop.run(tx, { poll_id })
}
