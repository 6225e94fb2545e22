import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

// Of polls that take votes, or may again. The holder comes first: hardly anybody has an address that was
// another's.
const hold = sql<{ group_id: number; user_ids: number[] }>(
  'refused_ballots.hold',
  `insert into refused_ballots (poll_id, user_id, holder_id)
   select p.id, u.id, f.user_id from users u
   cross join lateral (select user_id from former_names
     where address and lower(said) = lower(u.email) and user_id <> u.id offset 0) f
   cross join lateral (select id from polls
     where group_id = :group_id and f.user_id is not null and discarded_at is null
       and not (anonymous and closed_at is not null) offset 0) p
   where u.id = any (:user_ids::bigint[]) and u.email is not null
     and holds_ballot(p.id, f.user_id) and not holds_ballot(p.id, u.id)
   order by 1, 2, 3
   on conflict do nothing`,
)

const claim = sql<{ group_id: number; user_ids: number[]; address_keys: Buffer[] }>(
  'refused_ballots.claim',
  `insert into refused_ballots (poll_id, user_id, holder_id)
   select p.poll_id, a.user_id, 0
   from (select distinct poll_id from spent_votes where group_id = :group_id) p
   cross join unnest(:user_ids::bigint[], :address_keys::bytea[]) as a(user_id, address_key)
   cross join lateral (select from spent_votes
     where poll_id = p.poll_id and address_hash = spent_hash(p.poll_id, a.address_key) limit 1) s
   where not holds_ballot(p.poll_id, a.user_id)
   order by 1, 2
   on conflict do nothing`,
)

// The number of a deleted account stands beside its votes: beside the person who has its address now, it
// would tell whose they are.
const free = sql<{ user_id: number }>(
  'refused_ballots.free',
  `with gone as (
     delete from refused_ballots where user_id = :user_id or (holder_id = :user_id and holder_id > 0)
     returning poll_id, user_id
   )
   insert into refused_ballots (poll_id, user_id, holder_id)
   select g.poll_id, g.user_id, 0 from gone g
   join electorate e on e.poll_id = g.poll_id and e.user_id = :user_id
   where g.user_id <> :user_id and (e.voted or counts_on(e.poll_id, e.user_id))
   order by 1, 2
   on conflict do nothing`,
)

const drop = sql<{ poll_id: number }>(
  'refused_ballots.drop',
  'delete from refused_ballots where poll_id = :poll_id',
)

const refusedBy = sql<{ group_id: number; holder_ids: number[] }, RefusedIn>(
  'refused_ballots.of_holders',
  `select distinct r.user_id, case when m.id is null then p.discussion_id else 0 end as thread_id
   from refused_ballots r
   cross join lateral (select discussion_id from polls where id = r.poll_id and group_id = :group_id limit 1) p
   left join lateral (select id from memberships
     where group_id = :group_id and user_id = r.user_id and revoked_at is null limit 1) m on true
   left join lateral (select user_id from thread_guests
     where discussion_id = p.discussion_id and user_id = r.user_id limit 1) g on true
   where r.holder_id = any (:holder_ids::bigint[]) and r.holder_id > 0
     and r.user_id <> all (:holder_ids::bigint[])
     and (m.id is not null or g.user_id is not null)
   order by 1, 2`,
  { user_id: is.integer, thread_id: is.integer },
)

const groupsOf = sql<{ holder_id: number }, { group_id: number }>(
  'refused_ballots.groups_of_holder',
  `select distinct p.group_id from refused_ballots r
   cross join lateral (select group_id, closed_at from polls where id = r.poll_id limit 1) p
   where r.holder_id = :holder_id and r.holder_id > 0 and p.closed_at is null order by 1`,
  { group_id: is.integer },
)

/** Who was refused a ballot, as a member of the group (0), or as a guest of this thread. */
type RefusedIn = { user_id: number; thread_id: number }

/** Why a person has no ballot: a deleted account with their address voted, or another one has a ballot. */
export type Refused = 'voted' | 'held'

const refused = sql<{ poll_id: number; user_id: number }, { why: Refused | null }>(
  'refused_ballots.why',
  `select case when exists (
       select from refused_ballots where user_id = :user_id and poll_id = :poll_id and holder_id = 0) then 'voted'
     when ballot_is_refused(:poll_id, :user_id) then 'held' end as why`,
  { why: is.nullable(is.oneOf(['voted', 'held'])) },
)

/** Records which of these people have an address that was another person's, who has a ballot of the group. */
export async function holdRefused(
  tx: Queryable,
  of: { group_id: number; user_ids: number[] },
): Promise<void> {
  await hold.run(tx, of)
}

/** Records which of these people have an address whose ballot in a poll of the group is spent. */
export async function claimRefused(
  tx: Queryable,
  of: { group_id: number; user_ids: number[]; address_keys: Buffer[] },
): Promise<void> {
  await claim.run(tx, of)
}

/**
 * The members of the group, and guests of its threads, who were refused a ballot because of one of these
 * people.
 */
export async function refusedFor(
  tx: Queryable,
  of: { group_id: number; holder_ids: number[] },
): Promise<{ members: number[]; guests: RefusedIn[] }> {
  const found = await refusedBy.all(tx, of)
  const members = found.filter(({ thread_id }) => thread_id === 0).map(({ user_id }) => user_id)
  return { members, guests: found.filter(({ thread_id }) => thread_id !== 0) }
}

/** The groups in whose open polls somebody was refused a ballot because of this person, by id. */
export async function groupsRefusing(tx: Queryable, holder_id: number): Promise<number[]> {
  return (await groupsOf.all(tx, { holder_id })).map(({ group_id }) => group_id)
}

/** The account is deleted: whom it refused, and what it was refused, is known without its number. */
export async function freeRefused(tx: Queryable, user_id: number): Promise<void> {
  await free.run(tx, { user_id })
}

/** Forgets who was refused a ballot in a poll that will never take votes again. */
export async function dropRefused(tx: Queryable, poll_id: number): Promise<void> {
  await drop.run(tx, { poll_id })
}

/** Why this person gets no ballot. Null: no other account is the reason. */
export async function whyRefused(
  db: Queryable,
  who: { poll_id: number; user_id: number },
): Promise<Refused | null> {
  return (await refused.one(db, who)).why
}
