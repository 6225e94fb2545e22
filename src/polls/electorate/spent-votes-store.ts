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
     returning poll_id, group_id, address_hash, user_id
   ), together as (
     select poll_id, group_id, address_hash, user_id from earlier
     union all
     select p.id, p.group_id, spent_hash(p.id, k.address_key), null
     from of_person p cross join unnest(:address_keys::bytea[]) as k(address_key)
   )
   insert into spent_votes (poll_id, group_id, address_hash, user_id)
   select poll_id, group_id, address_hash, user_id from together order by address_hash, user_id nulls last
   on conflict do nothing`,
)

const free = sql<{ user_id: number }>(
  'spent_votes.free',
  'update spent_votes set user_id = null where user_id = :user_id',
)

/** A person who may have had an account with the same address before. */
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
   where exists (select from spent_votes where poll_id = :poll_id)
     and not exists (select from electorate e where e.poll_id = :poll_id and e.user_id = h.user_id offset 0)`,
  COMER,
)

const claim = sql<{ group_id: number; user_ids: number[]; address_keys: Buffer[] }>(
  'spent_votes.claim',
  `insert into spent_votes (poll_id, group_id, address_hash, user_id)
   select p.poll_id, :group_id::bigint, s.address_hash, a.user_id
   from (select distinct poll_id from spent_votes where group_id = :group_id) p
   cross join unnest(:user_ids::bigint[], :address_keys::bytea[]) as a(user_id, address_key)
   cross join lateral (select address_hash from spent_votes
     where poll_id = p.poll_id and address_hash = spent_hash(p.poll_id, a.address_key) limit 1) s
   where not exists (select from electorate e where e.poll_id = p.poll_id and e.user_id = a.user_id offset 0)
   order by 1, 3
   on conflict (poll_id, address_hash) do update set user_id = excluded.user_id
     where spent_votes.user_id is distinct from excluded.user_id`,
)

const drop = sql<{ poll_id: number }>('spent_votes.drop', 'delete from spent_votes where poll_id = :poll_id')

const spent = sql<{ poll_id: number; user_id: number }, { spent: boolean }>(
  'spent_votes.is_spent',
  'select exists (select from spent_votes where poll_id = :poll_id and user_id = :user_id) as spent',
  { spent: is.flag },
)

/** Stores the hashes of a deleted account's addresses for its polls. */
export async function keepSpent(
  tx: Queryable,
  of: { user_id: number; address_keys: Buffer[] },
): Promise<void> {
  await free.run(tx, { user_id: of.user_id })
  await keep.run(tx, of)
}

/** Returns these people if someone in this group deleted an account with a ballot, otherwise nobody. */
export function comersAmong(tx: Queryable, ask: { group_id: number; user_ids: number[] }): Promise<Comer[]> {
  return among.all(tx, ask)
}

/** Members and guests without a ballot in this poll; nobody if no account with a ballot was deleted. */
export function comersTo(tx: Queryable, poll_id: number): Promise<Comer[]> {
  return missing.all(tx, { poll_id })
}

/** Records which of these people have an address whose ballot in a poll of the group is spent. */
export async function claimSpent(
  tx: Queryable,
  of: { group_id: number; user_ids: number[]; address_keys: Buffer[] },
): Promise<void> {
  await claim.run(tx, of)
}

/** Forgets the addresses of a poll that will never take votes again. */
export async function dropSpent(tx: Queryable, poll_id: number): Promise<void> {
  await drop.run(tx, { poll_id })
}

/** Whether this person gets no ballot because an account with their address had one. */
export async function isSpent(db: Queryable, who: { poll_id: number; user_id: number }): Promise<boolean> {
  return (await spent.one(db, who)).spent
}
