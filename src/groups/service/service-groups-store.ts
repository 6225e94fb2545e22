import { type Fields, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { TOUCHED_CHANNEL, writeTopics } from '../../events/touched.ts'
import {
  type Candidate,
  type DeletionFacts,
  FIRST_GROUP,
  SERVICE_GROUP_ROW,
  type ServiceGroup,
  type StateDeed,
  type StateFacts,
} from './service-group.ts'

const SIZES = `g.id, g.handle, g.name, c.memberships, c.pending_memberships, c.admin_memberships as admins, c.discussions + i.discussions as discussions, c.polls + i.polls as polls,
     g.created_at, g.suspended_at, g.deleted_at`
const WITH_SIZES = `join lateral (select * from group_counts where group_id = g.id limit 1) c on true
   cross join lateral (select coalesce(sum(polls), 0)::int as polls, coalesce(sum(discussions), 0)::int as discussions
     from group_item_counts where group_id = g.id) i`

const page = sql<{ start: string | null; per: number; from: number }, ServiceGroup>(
  'service_groups.page',
  `select ${SIZES}
   from (
     select * from groups where :start::text is null or lower(name) like :start::text or handle like :start::text
     order by id desc limit :per offset :from
   ) g ${WITH_SIZES}
   order by g.id desc`,
  SERVICE_GROUP_ROW,
)

const one = sql<{ id: number }, ServiceGroup>(
  'service_groups.one',
  `select ${SIZES} from groups g ${WITH_SIZES} where g.id = :id`,
  SERVICE_GROUP_ROW,
)

const candidates = sql<{ group_id: number; most: number }, Candidate>(
  'service_groups.candidates',
  `select m.id, u.name, u.email
   from (select id, user_id from memberships
     where group_id = :group_id and revoked_at is null and accepted_at is not null order by id limit :most) m
   join lateral (select name, email from users where id = m.user_id and email is not null limit 1) u on true
   order by m.id`,
  { id: is.integer, name: is.nullable(is.text), email: is.text },
)

const FACTS_ROW: Fields<StateFacts> = {
  name: is.text,
  is_first: is.flag,
  has_subgroups: is.flag,
  is_deleted: is.flag,
}

const lock = sql<{ id: number }, StateFacts>(
  'service_groups.lock',
  `select name, id = ${FIRST_GROUP} as is_first,
     exists (select from groups s where s.parent_id = groups.id and s.deleted_at is null) as has_subgroups,
     deleted_at is not null as is_deleted
   from groups where id = :id for no key update`,
  FACTS_ROW,
)

const deletion = sql<{ id: number; most: number }, DeletionFacts>(
  'service_groups.deletion',
  `select g.id = ${FIRST_GROUP} as is_first,
     (select coalesce(json_agg(s), '[]') from (
       select s.id, s.name from groups s where s.parent_id = g.id and s.deleted_at is null
       order by s.name, s.id limit :most) s) as subgroups
   from groups g where g.id = :id`,
  { is_first: is.flag, subgroups: is.jsonListOf({ id: is.integer, name: is.text }) },
)

const setting = (name: string, change: string) =>
  sql<{ id: number }>(
    `service_groups.${name}`,
    `update groups set ${change} where id = :id and ${NOT_YET[name]}`,
  )
const NOT_YET: Record<string, string> = {
  suspend: 'suspended_at is null',
  resume: 'suspended_at is not null',
  delete: 'deleted_at is null',
  restore: 'deleted_at is not null',
}
const SETTING: Record<StateDeed, ReturnType<typeof setting>> = {
  group_suspended: setting('suspend', 'suspended_at = now()'),
  group_resumed: setting('resume', 'suspended_at = null'),
  group_deleted: setting('delete', 'deleted_at = now()'),
  group_restored: setting('restore', 'deleted_at = null'),
}

const due = sql<{ days: number }, { id: number; name: string }>(
  'service_groups.due',
  `select id, name from groups g
   where deleted_at <= now() - make_interval(days => :days::int)
     and not exists (select from groups s where s.parent_id = g.id offset 0)
   order by deleted_at limit 1 for update skip locked`,
  { id: is.integer, name: is.text },
)

const remove = sql<{ id: number }>('service_groups.remove', 'select remove_group(:id)', null, {
  patient: true,
})

const notify = sql<{ channel: string; payload: string }>(
  'service_groups.notify',
  'select pg_notify(:channel, :payload)',
)

/** Groups, newest first: `per` after the first `from`; `start` null: all. */
export function pageGroups(
  db: Queryable,
  ask: { start: string | null; per: number; from: number },
): Promise<ServiceGroup[]> {
  return page.all(db, ask)
}

export function findServiceGroup(db: Queryable, id: number): Promise<ServiceGroup | null> {
  return one.first(db, { id })
}

/** What the deletion of a group depends on, with the first `most` of its subgroups. Null: no such group. */
export function findDeletionFacts(db: Queryable, id: number, most: number): Promise<DeletionFacts | null> {
  return deletion.first(db, { id, most })
}

/** Those who joined the group first. */
export function firstMembers(db: Queryable, group_id: number, most: number): Promise<Candidate[]> {
  return candidates.all(db, { group_id, most })
}

/** The facts that decide about changes of a group's state, locked until the transaction ends. */
export function lockGroupState(tx: Queryable, id: number): Promise<StateFacts | null> {
  return lock.first(tx, { id })
}

/** False: it was in this state already. */
export async function writeGroupState(tx: Queryable, id: number, deed: StateDeed): Promise<boolean> {
  return (await SETTING[deed].run(tx, { id })) > 0
}

/** Makes open pages of the group look again, at the commit. */
export async function tellOpenPages(tx: Queryable, id: number): Promise<void> {
  await notify.run(tx, { channel: TOUCHED_CHANNEL, payload: writeTopics([`group ${id}`]) })
}

/** A group that was deleted `days` ago or earlier, locked. Those with subgroups wait for these. */
export function takeDueGroup(tx: Queryable, days: number): Promise<{ id: number; name: string } | null> {
  return due.first(tx, { days })
}

/** Removes all rows of a group; takes as long as it needs. */
export async function removeGroupRows(tx: Queryable, id: number): Promise<void> {
  await tx.query('set local statement_timeout = 0')
  await remove.run(tx, { id })
}
