import { is, pick } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { groupStateOf } from '../../groups/group-state.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { JOIN_REQUEST_ROW, type JoinRequest } from './join-request.ts'

const FIELDS = 'r.id, r.group_id, r.link_id, r.user_id, r.state, r.name, r.asked_at, r.answered_at'

type Asked = Pick<JoinRequest, 'group_id' | 'link_id' | 'user_id' | 'name'> & { made_person: boolean }

// What was typed last counts; a waiting request stays as it is.
const put = sql<Asked, { id: number }>(
  'join_requests.put',
  `insert into join_requests (group_id, link_id, user_id, name, made_person)
   values (:group_id, :link_id, :user_id, :name, :made_person)
   on conflict (user_id, group_id) do update set
     link_id = case when join_requests.state = 'waiting' then join_requests.link_id else excluded.link_id end,
     name = case when join_requests.state = 'unconfirmed' then excluded.name end,
     asked_at = case when join_requests.state = 'unconfirmed' then excluded.asked_at else join_requests.asked_at end
   returning id`,
  { id: is.integer },
)

const byId = sql<{ id: number; user_id: number }, JoinRequest>(
  'join_requests.by_id',
  `select ${FIELDS} from join_requests r where r.id = :id and r.user_id = :user_id`,
  JOIN_REQUEST_ROW,
)

const ofPerson = sql<{ group_id: number; user_id: number }, JoinRequest>(
  'join_requests.of_person',
  `select ${FIELDS} from join_requests r where r.group_id = :group_id and r.user_id = :user_id`,
  JOIN_REQUEST_ROW,
)

const write = sql<{ id: number; state: string; link_id: number }>(
  'join_requests.write',
  `update join_requests set state = :state, link_id = :link_id, name = null, asked_at = now(), answered_at = null
   where id = :id`,
)

const answer = sql<{ group_id: number; id: number; state: string }, { user_id: number; link_id: number }>(
  'join_requests.answer',
  `update join_requests set state = :state, answered_at = now()
   where id = :id and group_id = :group_id and state = 'waiting' returning user_id, link_id`,
  pick(JOIN_REQUEST_ROW, 'user_id', 'link_id'),
)

const stateOf = sql<{ group_id: number; id: number }, Pick<JoinRequest, 'state'>>(
  'join_requests.state',
  'select state from join_requests where id = :id and group_id = :group_id',
  pick(JOIN_REQUEST_ROW, 'state'),
)

/** A request that waits, with its person. */
export type WaitingRequest = Pick<JoinRequest, 'id' | 'user_id' | 'asked_at'> &
  Pick<User, 'name' | 'email'> & {
    /** Was a member, and removed; also with another account that had their address. */
    removed: boolean
  }

const waiting = sql<{ group_id: number; after: number; most: number }, WaitingRequest>(
  'join_requests.waiting',
  `select r.id, r.user_id, r.asked_at, u.name, u.email,
     exists (select from memberships m
             where m.group_id = r.group_id and m.user_id = r.user_id and m.revoked_at is not null)
     or removed_before(r.group_id, r.user_id) as removed
   from join_requests r join users u on u.id = r.user_id
   where r.group_id = :group_id and r.state = 'waiting' and r.id > :after order by r.id limit :most`,
  {
    ...pick(JOIN_REQUEST_ROW, 'id', 'user_id', 'asked_at'),
    ...pick(USER_ROW, 'name', 'email'),
    removed: is.flag,
  },
)

const groupOf = sql<{ id: number }, { group_id: number }>(
  'join_requests.group',
  'select group_id from join_requests where id = :id',
  { group_id: is.integer },
)

/** The group that a request is about, and whether its link asks an admin first. */
export type WishRow = { id: number; name: string; parent_name: string | null; asks: boolean }

const wishes = sql<{ ids: number[] }, WishRow>(
  'join_requests.wishes',
  `select r.id, g.name, p.name as parent_name, l.asks from join_requests r
   join join_links l on l.id = r.link_id join groups g on g.id = r.group_id left join groups p on p.id = g.parent_id
   where r.id = any (:ids::bigint[])`,
  { id: is.integer, name: is.text, parent_name: is.nullable(is.text), asks: is.flag },
)

/** The group that a person asked to join, and got no answer from. */
export type RequestedRow = { name: string; parent_name: string | null; public: boolean }

const requested = sql<{ handle: string; user_id: number }, RequestedRow>(
  'join_requests.requested_group',
  `select g.name, p.name as parent_name, g.public from groups g
   join join_requests r on r.group_id = g.id and r.user_id = :user_id and r.state = 'waiting'
   left join groups p on p.id = g.parent_id where g.handle = :handle and ${groupStateOf('g')} = 'active'`,
  { name: is.text, parent_name: is.nullable(is.text), public: is.flag },
)

const count = sql<{ group_id: number }, { waiting: number }>(
  'join_requests.count_waiting',
  "select count(*) as waiting from join_requests where group_id = :group_id and state = 'waiting'",
  { waiting: is.integer },
)

type Names = { group_id: number; user_id: number; most: number }

const names = sql<Names, { name: string }>(
  'join_requests.names_of_members',
  `select name from (
     select coalesce(u.name, n.name) as name from memberships m join users u on u.id = m.user_id
     left join given_names n on n.group_id = m.group_id and n.user_id = m.user_id
     where m.group_id = :group_id and m.revoked_at is null and m.user_id <> :user_id limit :most) m
   where name is not null`,
  { name: is.text },
)

const purge = sql<{ hours: number; most: number }>(
  'join_requests.purge',
  `with old as (
     delete from join_requests where id = any (array(
       select id from join_requests where state = 'unconfirmed' and asked_at < now() - make_interval(hours => :hours::int)
       order by asked_at limit :most for update skip locked))
     returning user_id, made_person
   ), nobody as (
     select u.id from old o join users u on u.id = o.user_id
     where o.made_person and not u.email_verified and u.signed_in_at is null
       and not exists (select from memberships m where m.user_id = u.id)
       and not exists (select from electorate e where e.user_id = u.id)
       and not exists (select from thread_guests g where g.user_id = u.id)
       and not exists (select from sessions s where s.user_id = u.id)
       and not exists (select from personal_links l where l.user_id = u.id)
   ), mailed as (
     delete from mails where user_id in (select id from nobody)
   ), asked as (
     delete from sign_ins where user_id in (select id from nobody)
   ), gone as (
     delete from users where id in (select id from nobody)
   )
   select 1 from old`,
)

/** Stores what a person typed, or keeps their waiting request. Returns its id. */
export async function putRequest(tx: Queryable, asked: Asked): Promise<number> {
  return (await put.one(tx, asked)).id
}

/** This request, if it is this person's. */
export function findRequest(db: Queryable, id: number, user_id: number): Promise<JoinRequest | null> {
  return byId.first(db, { id, user_id })
}

/** The person's request in this group. */
export function findRequestOf(
  db: Queryable,
  who: { group_id: number; user_id: number },
): Promise<JoinRequest | null> {
  return ofPerson.first(db, who)
}

/** The address of a request is confirmed: it waits, or the person has joined. */
export async function confirmRequest(
  tx: Queryable,
  to: { id: number; link_id: number; state: 'waiting' | 'joined' },
): Promise<void> {
  await write.run(tx, to)
}

/** The group with this handle, if the person's request to join it waits. */
export function findRequested(
  db: Queryable,
  who: { handle: string; user_id: number },
): Promise<RequestedRow | null> {
  return requested.first(db, who)
}

/** Answers a waiting request. Null: the group has none with this id, or it was answered. */
export function answerRequest(
  tx: Queryable,
  to: { group_id: number; id: number; state: 'approved' | 'declined' },
): Promise<{ user_id: number; link_id: number } | null> {
  return answer.first(tx, to)
}

/** How this request stands. Null: the group has none with this id. */
export async function findRequestState(
  db: Queryable,
  of: { group_id: number; id: number },
): Promise<JoinRequest['state'] | null> {
  return (await stateOf.first(db, of))?.state ?? null
}

/** Waiting requests, the oldest first. */
export function listWaiting(
  db: Queryable,
  ask: { group_id: number; after: number; most: number },
): Promise<WaitingRequest[]> {
  return waiting.all(db, ask)
}

/** The group of this request; 0: none. */
export async function groupOfRequest(db: Queryable, id: number): Promise<number> {
  return (await groupOf.first(db, { id }))?.group_id ?? 0
}

/** What these requests are about. */
export function listWishes(db: Queryable, ids: number[]): Promise<WishRow[]> {
  return wishes.all(db, { ids })
}

export async function countWaiting(db: Queryable, group_id: number): Promise<number> {
  return (await count.one(db, { group_id })).waiting
}

/** The names of at most `most` members, without this one. */
export async function namesOfMembers(db: Queryable, of: Names): Promise<string[]> {
  return (await names.all(db, of)).map(({ name }) => name)
}

/** Deletes at most `most` old requests that nobody confirmed, and the people they made. Returns how many. */
export function dropUnconfirmed(db: Queryable, hours: number, most: number): Promise<number> {
  return purge.run(db, { hours, most })
}
