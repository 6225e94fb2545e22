import { IMPORT_TURN } from '../db/import-turn.ts'
import { type Fields, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { LISTED_MEMBERSHIP_ROW, type ListedMembership } from '../groups/group.ts'

/** A person who may be erased. `other_names`: those that others gave them, former ones, former addresses. */
export type Erasable = {
  id: number
  name: string | null
  username: string | null
  email: string
  other_names: string[]
  former_addresses: string[]
}

const CREATED = `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const hold = sql<{ user_id: number }, Erasable>(
  'erasure.hold',
  `select id, name, username, email, array(
     select n.name from given_names n where n.user_id = users.id
     union select f.said from former_names f where f.user_id = users.id) as other_names, array(
     select f.said from former_names f where f.user_id = users.id and f.address) as former_addresses
   from users where id = :user_id and email is not null for update`,
  {
    ...{ id: is.integer, name: is.nullable(is.text), username: is.nullable(is.text) },
    ...{ email: is.text, other_names: is.list(is.text), former_addresses: is.list(is.text) },
  },
)

const memberships = sql<{ user_id: number }, ListedMembership>(
  'erasure.memberships',
  `select m.id, m.group_id, m.user_id, m.inviter_id, m.admin, m.title, m.accepted_at, m.created_at, u.email
   from memberships m join users u on u.id = m.user_id
   where m.user_id = :user_id and m.revoked_at is null order by m.group_id`,
  LISTED_MEMBERSHIP_ROW,
)

// A suspended or deleted group holds nobody: no page of it is open to name another admin.
const led = sql<{ user_id: number }, { name: string }>(
  'erasure.led_alone',
  `select g.name
   from (select * from memberships where user_id = :user_id and revoked_at is null offset 0) m
   join groups g on g.id = m.group_id
   where m.admin and g.suspended_at is null and g.deleted_at is null
     and (select count(*) from (select from memberships o
       where o.group_id = m.group_id and o.revoked_at is null limit 2) members) = 2
     and (select count(*) from (select from memberships o
       where o.group_id = m.group_id and o.admin and o.revoked_at is null limit 2) admins) = 1
   order by g.name`,
  { name: is.text },
)

/** A comment that was erased. */
export type ErasedComment = { id: number; discussion_id: number; group_id: number }

const comments = sql<{ author_id: number }, ErasedComment>(
  'erasure.comments',
  `with gone as (
     update comments set body = null, mentioned_ids = '{}', deleted_at = now(), deleted_by = author_id
     where author_id = :author_id and deleted_at is null returning id, discussion_id
   ), counted as (
     update discussions d set comments_count = comments_count - g.gone, last_comment_at = (
       select max(created_at) from comments c
       where c.discussion_id = d.id and c.deleted_at is null and c.author_id <> :author_id)
     from (select discussion_id, count(*)::int as gone from gone group by 1) g where d.id = g.discussion_id
   )
   select g.id, g.discussion_id, d.group_id from gone g join discussions d on d.id = g.discussion_id order by g.id`,
  { id: is.integer, discussion_id: is.integer, group_id: is.integer },
)

const writings = sql<{ user_id: number }>(
  'erasure.writings',
  'select erase_writings(:user_id::bigint)',
  null,
  {
    patient: true,
  },
)

const person = sql<{ user_id: number; former_name: string; patterns: string[] }, { places: number[] }>(
  'erasure.person',
  `select places
   from (select groups_of(:user_id::bigint) as places offset 0) p,
     lateral (select erase_person(:user_id::bigint, :former_name, :patterns::text[]) where places is not null) e`,
  { places: is.list(is.integer) },
  { patient: true },
)

/**
 * An erasure whose name and address are still to be taken out of what was written for others. `texts`: with
 * what the person wrote.
 */
export type Unfinished = {
  user_id: number
  places: number[]
  patterns: string[]
  transaction: string
  texts: boolean
}

const UNFINISHED: Fields<Unfinished> = {
  user_id: is.integer,
  places: is.list(is.integer),
  patterns: is.list(is.text),
  transaction: is.text,
  texts: is.flag,
}
const UNFINISHED_OF = `select e.user_id, e.places, e.patterns, e.transaction, u.texts_erased as texts
   from erasures e join users u on u.id = e.user_id`

const unfinished = sql<{ user_id: number }, Unfinished>(
  'erasure.unfinished',
  `${UNFINISHED_OF} where e.user_id = :user_id`,
  UNFINISHED,
)

const late = sql<{ seconds: number }, Unfinished>(
  'erasure.late',
  `${UNFINISHED_OF} where e.made_at < now() - make_interval(secs => :seconds::int) order by e.made_at limit 1`,
  UNFINISHED,
)

const mentions = sql<{ places: number[]; patterns: string[] }>(
  'erasure.mentions',
  'select erase_mentions(:places::bigint[], :patterns::text[], false)',
  null,
  { patient: true },
)

// Requests that found the person still here may have given them ballots: they are over by now.
const withdraw = sql<{ user_id: number }>(
  'erasure.withdraw',
  'select withdraw_everywhere(:user_id::bigint)',
  null,
  { patient: true },
)

const done = sql<{ user_id: number }>('erasure.done', 'delete from erasures where user_id = :user_id')

const importRuns = sql<object, { runs: boolean }>(
  'erasure.import_runs',
  `select not pg_try_advisory_xact_lock(${IMPORT_TURN}) as runs`,
  { runs: is.flag },
)

const over = sql<{ transaction: string }, { over: boolean }>(
  'erasure.earlier_are_over',
  'select pg_snapshot_xmin(pg_current_snapshot()) > :transaction::xid8 as over',
  { over: is.flag },
)

/** A former member. `created_at` tells them from the person with this id in another database. */
export type Erased = { id: number; created_at: string; writings: 'keep' | 'erase' }

const erased = sql<object, Erased>(
  'erasure.erased',
  `select id, ${CREATED} as created_at, case when texts_erased then 'erase' else 'keep' end as writings
   from users where erased_at is not null order by id`,
  { id: is.integer, created_at: is.text, writings: is.oneOf(['keep', 'erase']) },
)

const lockList = sql<object>(
  'erasure.lock_list',
  "select pg_advisory_xact_lock(hashtextextended('erased people', 10))",
  null,
  { patient: true },
)

const back = sql<{ listed: string }, Pick<Erased, 'id' | 'writings'>>(
  'erasure.back',
  `select l.id, l.writings from jsonb_to_recordset(:listed::jsonb) as l(id bigint, created_at text, writings text)
   cross join lateral (
     select from users where id = l.id and email is not null and ${CREATED} = l.created_at limit 1) u
   order by l.id`,
  { id: is.integer, writings: is.oneOf(['keep', 'erase']) },
)

/** Everyone who deleted their account. */
export function allErased(db: Queryable): Promise<Erased[]> {
  return erased.all(db, {})
}

/** One process at a time writes the list of people who deleted their accounts, until its transaction ends. */
export async function lockErasedList(tx: Queryable): Promise<void> {
  await lockList.run(tx, {})
}

/** Those of the list who are there, because an older backup was restored. */
export function erasedAndBack(db: Queryable, listed: Erased[]): Promise<Pick<Erased, 'id' | 'writings'>[]> {
  return back.all(db, { listed: JSON.stringify(listed) })
}

/** A person, locked until the transaction ends. Null: there is none, or they deleted their account. */
export function holdErasable(tx: Queryable, user_id: number): Promise<Erasable | null> {
  return hold.first(tx, { user_id })
}

/** A person's memberships, by group. */
export function membershipsOf(db: Queryable, user_id: number): Promise<ListedMembership[]> {
  return memberships.all(db, { user_id })
}

/** The names of groups with other members that have no other admin than this person. */
export async function groupsLedAlone(db: Queryable, user_id: number): Promise<string[]> {
  return (await led.all(db, { user_id })).map(({ name }) => name)
}

/** Erases the texts of a person's comments, and returns the comments. */
export function eraseCommentsOf(tx: Queryable, author_id: number): Promise<ErasedComment[]> {
  return comments.all(tx, { author_id })
}

/** Erases the other texts that a person wrote for others. */
export async function eraseWritingsOf(tx: Queryable, user_id: number): Promise<void> {
  await writings.run(tx, { user_id })
}

/**
 * Empties a person's row, and leaves these patterns out of what waits to be sent in their groups; the rest is
 * unfinished. Returns the groups.
 */
export async function emptyPerson(
  tx: Queryable,
  person_: { user_id: number; former_name: string; patterns: string[] },
): Promise<number[]> {
  return (await person.one(tx, person_)).places
}

/** The remaining work for a person. Null: none. */
export function unfinishedOf(db: Queryable, user_id: number): Promise<Unfinished | null> {
  return unfinished.first(db, { user_id })
}

/** An erasure that has waited for so many seconds: the process that began it has died. */
export function lateErasure(db: Queryable, seconds: number): Promise<Unfinished | null> {
  return late.first(db, { seconds })
}

/**
 * Leaves the person's name and address out of everything that was written for their groups, and takes back
 * ballots that were given to them meanwhile.
 */
export async function leaveOut(
  tx: Queryable,
  { user_id, places, patterns }: Pick<Unfinished, 'user_id' | 'places' | 'patterns'>,
): Promise<void> {
  await withdraw.run(tx, { user_id })
  await mentions.run(tx, { places, patterns })
  await done.run(tx, { user_id })
}

/** Whether every transaction that began before the end of this one has ended. */
export async function earlierAreOver(db: Queryable, transaction: string): Promise<boolean> {
  return (await over.one(db, { transaction })).over
}

/** Whether an import runs. */
export async function importIsRunning(db: Queryable): Promise<boolean> {
  return (await importRuns.one(db, {})).runs
}
