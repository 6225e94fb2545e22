import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { DISCUSSION_ROW } from '../discussions/discussion.ts'
import { type ListedThread, NEWS } from '../discussions/thread-list-reads.ts'
import { groupStateOf } from '../groups/group-state.ts'
import { usersIn } from '../groups/names/shown-users.ts'
import type { Poll } from '../polls/poll.ts'
import { POLL_ROW } from '../polls/poll-rows.ts'
import { USER_ROW } from '../users/user.ts'

type Named = { name: string }

type Waiting = { poll: Poll; group: Named; parent: Named | null }

/** A poll that the person has voted in, and how many options were added since. */
type Grown = Waiting & { added: number }

/** `is_open`: voting is open. */
type GuestPoll = Waiting & { is_open: boolean }

/** A group that the person has asked to join, and got no answer from. */
type RequestedGroup = { name: string; parent: Named | null }

type HomeGroupFacts = {
  id: number
  handle: string
  name: string
  parent: Named | null
  accepted: boolean
  /** Nobody can open it: it comes without its threads. */
  suspended: boolean
  memberships: number
  pending_memberships: number
  /** Requests to join that wait for the answer of an admin: of this person, if they are one. */
  requests: number
  threads: ListedThread[]
}

export type HomeRow = {
  now: Date
  waiting: JsonOf<Waiting[]>
  empty: JsonOf<Waiting[]>
  grown: JsonOf<Grown[]>
  groups: JsonOf<HomeGroupFacts[]>
  requests: JsonOf<RequestedGroup[]>
  guest_polls: JsonOf<GuestPoll[]>
  guest_threads: JsonOf<ListedThread[]>
}

const NAMED_ROW: Fields<Named> = { name: is.text }

const LISTED_THREAD_ROW: Fields<ListedThread> = {
  thread: is.record(DISCUSSION_ROW),
  author: is.record(USER_ROW),
  news: is.nullable(is.integer),
}

const WAITING_ROW: Fields<Waiting> = {
  poll: is.record(POLL_ROW),
  group: is.record(NAMED_ROW),
  parent: is.nullable(is.record(NAMED_ROW)),
}

const GROWN_ROW: Fields<Grown> = { ...WAITING_ROW, added: is.integer }

const GUEST_POLL_ROW: Fields<GuestPoll> = { ...WAITING_ROW, is_open: is.flag }

const HOME_GROUP_ROW: Fields<HomeGroupFacts> = {
  id: is.integer,
  handle: is.text,
  name: is.text,
  parent: is.nullable(is.record(NAMED_ROW)),
  accepted: is.flag,
  suspended: is.flag,
  memberships: is.integer,
  pending_memberships: is.integer,
  requests: is.integer,
  threads: is.list(is.record(LISTED_THREAD_ROW)),
}

const REQUESTED_GROUP_ROW: Fields<RequestedGroup> = {
  name: is.text,
  parent: is.nullable(is.record(NAMED_ROW)),
}

export const waitingFromJson = jsonReader(WAITING_ROW)
export const grownFromJson = jsonReader(GROWN_ROW)
export const guestPollFromJson = jsonReader(GUEST_POLL_ROW)
export const homeGroupFromJson = jsonReader(HOME_GROUP_ROW)
export const requestedGroupFromJson = jsonReader(REQUESTED_GROUP_ROW)
export const listedThreadFromJson = jsonReader(LISTED_THREAD_ROW)

/** The limits of each list; `most_looked`: at so many open polls, for options added after a vote. */
export type HomeLimits = {
  most_polls: number
  most_looked: number
  most_groups: number
  most_threads: number
  most_guest_threads: number
}

const THREAD = `json_build_object('thread', row_to_json(d), 'author', (select row_to_json(a) from ${usersIn('d.group_id')} a where a.id = d.author_id),
  'news', ${NEWS})`

// Open polls of the person's groups, and polls in which they have a ballot without being a member.
const OPEN = `with open as materialized (
      select p.id, p.closing_at, p.group_id, p.voter_can_add_options from memberships m join polls p on p.group_id + 0 = m.group_id
      where m.user_id = :user_id::bigint and m.revoked_at is null
        and p.closed_at is null and p.closing_at > now() and p.discarded_at is null
      union
      select p.id, p.closing_at, p.group_id, p.voter_can_add_options from electorate e cross join lateral (select * from polls where id = e.poll_id limit 1) p
      where e.user_id = :user_id::bigint and e.issued_as <> 'member'
        and p.closed_at is null and p.closing_at > now() and p.discarded_at is null
    )`

/** Of poll `open`: whether the person has a ballot in it, cast or not. */
const holdsBallot = (voted: 'voted' | 'not voted') => `exists (select 1 from electorate
      where poll_id = open.id and user_id = :user_id::bigint and withdrawn_at is null and ${voted} offset 0)
      and (select ${groupStateOf('g')} from groups g where g.id = open.group_id) = 'active'`

// As `waitsFor` decides. Only polls whose voters add options are open without any.
const HAS_OPTIONS = 'exists (select 1 from poll_options where poll_id = open.id offset 0)'
const waitingIds = (where: string) => `select id from open where ${where} and ${holdsBallot('not voted')}
    order by closing_at, id limit :most_polls`
const WAITING_IDS = waitingIds(`(not voter_can_add_options or ${HAS_OPTIONS})`)
const EMPTY_IDS = waitingIds(`voter_can_add_options and not ${HAS_OPTIONS}`)

// Of the person's own ballot only its length: it has a slot for each option that existed when it was cast.
const GROWN_IDS = `select open.id, o.added
    from (select * from open order by closing_at, id limit :most_looked) open
    join lateral (select cardinality(scores) as slots from ballots
      where poll_id = open.id and user_id = :user_id::bigint limit 1) b on true
    join lateral (select count(*)::int as added from poll_options where poll_id = open.id and slot > b.slots) o on o.added > 0
    where ${holdsBallot('voted')} order by closing_at, id limit :most_polls`

// Polls with a ballot of theirs in groups of others, except those that wait for their vote: open ones by
// closing time, then the closed ones, latest first. Guests see no list of the group.
const GUEST_POLLS = `select id, is_open,
      row_number() over (order by is_open desc, case when is_open then ends_at end, ends_at desc, id desc) as place
    from (
      select p.id, p.closed_at is null and p.closing_at > now() as is_open, coalesce(p.closed_at, p.closing_at) as ends_at
      from electorate e cross join lateral (select * from polls where id = e.poll_id limit 1) p
      where e.user_id = :user_id::bigint and e.issued_as <> 'member' and e.withdrawn_at is null
        and p.discarded_at is null and (p.closed_at is not null or p.closing_at <= now() or (e.voted and p.closing_at > now()))
        and (e.issued_as = 'named' or exists (
          select 1 from thread_guests t where t.discussion_id = p.discussion_id and t.user_id = e.user_id offset 0))
        and (select ${groupStateOf('g')} from groups g where g.id = p.group_id) = 'active' and not exists (
          select 1 from memberships m where m.group_id = p.group_id and m.user_id = e.user_id and m.revoked_at is null offset 0)
    ) held order by place limit :most_polls`

/** The facts about the polls in `found`. */
const listed = (
  found: string,
  more = '',
) => `select p.closing_at, found.*, json_build_object('poll', row_to_json(p),
    'group', json_build_object('name', g.name),
    'parent', (select json_build_object('name', parent.name) from groups parent where parent.id = g.parent_id)${more}) as poll
  from (${found}) found
  join lateral (select * from polls where id = found.id limit 1) p on true
  join lateral (select * from groups where id = p.group_id limit 1) g on true`

// The bounds match the index that gives the order, and `case` keeps PostgreSQL from expecting very few rows:
// it would read and sort all threads of a group.
const THREADS = `select * from discussions
  where (group_id, last_activity_at) >= (g.id, '-infinity') and group_id <= g.id
    and case when discarded_at is null and closed_at is null then true else false end
  order by group_id desc, last_activity_at desc, id desc limit :most_threads`

const GROUPS = `select g.suspended_at is not null as suspended, m.accepted_at is null as pending, g.name as sort_name, json_build_object(
    'id', g.id, 'handle', g.handle, 'name', g.name, 'accepted', m.accepted_at is not null,
    'suspended', g.suspended_at is not null,
    'parent', (select json_build_object('name', parent.name) from groups parent where parent.id = g.parent_id),
    'memberships', c.memberships, 'pending_memberships', c.pending_memberships,
    'requests', case when m.admin and m.accepted_at is not null then (
      select count(*) from join_requests r where r.group_id = g.id and r.state = 'waiting') else 0 end,
    'threads', (select coalesce(json_agg(${THREAD} order by d.last_activity_at desc, d.id desc), '[]')
                from (${THREADS}) d where g.suspended_at is null)) as facts
  from memberships m join groups g on g.id = m.group_id join group_counts c on c.group_id = g.id
  where m.user_id = :user_id::bigint and m.revoked_at is null and g.deleted_at is null
  order by 1, 2, 3, g.id limit :most_groups`

const REQUESTS = `select r.id, json_build_object('name', g.name,
    'parent', (select json_build_object('name', parent.name) from groups parent where parent.id = g.parent_id)) as facts
  from join_requests r join groups g on g.id = r.group_id
  where r.user_id = :user_id::bigint and r.state = 'waiting' and ${groupStateOf('g')} = 'active' and not exists (
    select 1 from memberships m where m.group_id = r.group_id and m.user_id = r.user_id and m.revoked_at is null)
  order by r.id limit :most_groups`

// Guests see no page of the group, which lists what is closed: this is the only list they have.
const GUEST_THREADS = `select d.* from (
    select discussion_id from thread_guests where user_id = :user_id::bigint
    union
    select p.discussion_id from electorate e cross join lateral (select * from polls where id = e.poll_id limit 1) p
    where e.user_id = :user_id::bigint and e.issued_as <> 'member'
  ) t join discussions d on d.id = t.discussion_id
  where d.discarded_at is null and may_read_thread(d.id, :user_id::bigint)
    and (select ${groupStateOf('g')} from groups g where g.id = d.group_id) = 'active' and not exists (
    select 1 from memberships m where m.group_id = d.group_id and m.user_id = :user_id::bigint and m.revoked_at is null offset 0)
  order by d.closed_at is not null, d.last_activity_at desc, d.id desc limit :most_guest_threads`

const home = sql<{ user_id: number } & HomeLimits, HomeRow>(
  'home.read',
  `${OPEN}
   select now() as now,
     (select coalesce(json_agg(w.poll order by w.closing_at, w.id), '[]') from (${listed(WAITING_IDS)}) w) as waiting,
     (select coalesce(json_agg(w.poll order by w.closing_at, w.id), '[]') from (${listed(EMPTY_IDS)}) w) as empty,
     (select coalesce(json_agg(w.poll order by w.closing_at, w.id), '[]')
      from (${listed(GROWN_IDS, ", 'added', found.added")}) w) as grown,
     (select coalesce(json_agg(x.facts order by x.suspended, x.pending, x.sort_name), '[]') from (${GROUPS}) x) as groups,
     (select coalesce(json_agg(r.facts order by r.id), '[]') from (${REQUESTS}) r) as requests,
     (select coalesce(json_agg(w.poll order by w.place), '[]')
      from (${listed(GUEST_POLLS, ", 'is_open', found.is_open")}) w) as guest_polls,
     (select coalesce(json_agg(${THREAD} order by d.closed_at is not null, d.last_activity_at desc), '[]') from (${GUEST_THREADS}) d) as guest_threads`,
  {
    now: is.instant,
    waiting: is.jsonListOf(WAITING_ROW),
    empty: is.jsonListOf(WAITING_ROW),
    grown: is.jsonListOf(GROWN_ROW),
    groups: is.jsonListOf(HOME_GROUP_ROW),
    requests: is.jsonListOf(REQUESTED_GROUP_ROW),
    guest_polls: is.jsonListOf(GUEST_POLL_ROW),
    guest_threads: is.jsonListOf(LISTED_THREAD_ROW),
  },
)

const waiting = sql<{ user_id: number; most_polls: number }, { waiting: number }>(
  'home.waiting',
  `${OPEN} select count(*)::int as waiting from (${WAITING_IDS}) found`,
  { waiting: is.integer },
)

/** How many polls wait for a person's vote, at most `most_polls`. */
export async function readWaitingCount(db: Queryable, user_id: number, most_polls: number): Promise<number> {
  return (await waiting.one(db, { user_id, most_polls })).waiting
}

/** Everything a signed-in person's home page shows. */
export function readHome(db: Queryable, user_id: number, limits: HomeLimits): Promise<HomeRow> {
  return home.one(db, { user_id, ...limits })
}
