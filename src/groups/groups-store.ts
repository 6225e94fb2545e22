import { ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { GROUP_ROW, type Group } from './group.ts'
import { addingItems } from './item-counts.ts'

export type NewGroup = Pick<Group, 'key' | 'handle' | 'name' | 'parent_id' | 'creator_id' | 'locale'>

const insert = sql<NewGroup, { id: number }>(
  'groups.insert',
  `with made as (
     insert into groups (key, handle, name, parent_id, creator_id, locale)
     values (:key, :handle, :name, :parent_id, :creator_id, :locale) on conflict (handle) do nothing returning id
   ), counted as (
     insert into group_counts (group_id) select id from made
   )
   select id from made`,
  ID,
)

const byHandle = sql<{ handle: string }, Group>(
  'groups.by_handle',
  'select * from groups where handle = :handle',
  GROUP_ROW,
  { wider: true },
)

const taken = sql<{ handles: string[] }, { handle: string }>(
  'groups.taken',
  'select handle from groups where handle = any (:handles)',
  { handle: is.text },
)

/** A group with its memberships; `pending_memberships`: those of people who are only invited. */
export type CountedGroup = Group & { memberships: number; pending_memberships: number }

const listAll = sql<object, CountedGroup>(
  'groups.list',
  `select g.*, c.memberships, c.pending_memberships
   from groups g join group_counts c on c.group_id = g.id order by g.id`,
  { ...GROUP_ROW, memberships: is.integer, pending_memberships: is.integer },
  { wider: true },
)

const top = sql<{ id: number }, { id: number }>(
  'groups.top',
  `with recursive up as (
     select id, parent_id from groups where id = :id
     union all select g.id, g.parent_id from groups g join up on g.id = up.parent_id
   )
   select id from up where parent_id is null`,
  ID,
)

/** What the settings of a group hold. */
export type GroupSettings = Pick<Group, 'id' | 'name' | 'description' | 'locale' | 'public' | 'indexed'>

const update = sql<GroupSettings>(
  'groups.update',
  `update groups set name = :name, description = :description, description_format = 'md', locale = :locale,
     public = :public, indexed = :indexed
   where id = :id`,
)

// The index discussions_public finds them.
const hideThreads = sql<{ id: number }>(
  'groups.hide_threads',
  'update discussions set private = true where group_id = :id and not private',
)

const lock = sql<{ id: number }>('groups.lock', 'select 1 from groups where id = :id for no key update')
const hold = sql<{ id: number }>('groups.hold', 'select 1 from groups where id = :id for share')
const holdFree = sql<{ ids: number[]; most: number }, { id: number }>(
  'groups.hold_free',
  `select id from groups g where id = any (:ids::bigint[])
     and exists (select from group_counts c where c.group_id = g.id and c.memberships <= :most)
   order by id for share of g skip locked`,
  ID,
)

const lockRow = sql<{ id: number }, Group>(
  'groups.lock_row',
  'select * from groups where id = :id for no key update',
  GROUP_ROW,
  { wider: true },
)

type MemberChanges = { memberships: number; pending: number; admins: number }
type ItemChanges = { group_id: number } & Partial<
  Record<'polls' | 'closed_polls' | 'discussions' | 'closed_discussions', number>
>

const countMembers = sql<{ id: number } & MemberChanges>(
  'groups.count_members',
  `update group_counts set memberships = memberships + :memberships, pending_memberships = pending_memberships + :pending,
     admin_memberships = admin_memberships + :admins
   where group_id = :id`,
)

const countItems = sql<{ changes: string }>(
  'groups.count_items',
  addingItems(
    'json_to_recordset(:changes::json) as c(group_id bigint, polls int, closed_polls int, discussions int, closed_discussions int)',
  ),
)

const NO_MEMBERS: MemberChanges = { memberships: 0, pending: 0, admins: 0 }

/** Returns the id of the new group, or null when its handle is taken. */
export async function insertGroup(tx: Queryable, group: NewGroup): Promise<number | null> {
  return (await insert.first(tx, group))?.id ?? null
}

export function findGroup(db: Queryable, handle: string): Promise<Group | null> {
  return byHandle.first(db, { handle })
}

/** Those of these handles that a group has. */
export async function takenHandles(db: Queryable, handles: string[]): Promise<Set<string>> {
  return new Set((await taken.all(db, { handles })).map(({ handle }) => handle))
}

export function listGroups(db: Queryable): Promise<CountedGroup[]> {
  return listAll.all(db, {})
}

/** The top group above this one: itself, unless it is a subgroup. */
export async function topGroup(db: Queryable, group_id: number): Promise<number> {
  return (await top.one(db, { id: group_id })).id
}

/**
 * Taken before a change of a group's members: allows one such change at a time, and no new poll in the
 * meantime.
 */
export async function lockMembers(tx: Queryable, group_id: number): Promise<void> {
  await lock.run(tx, { id: group_id })
}

/** This group, locked in the same way. */
export function lockGroup(tx: Queryable, id: number): Promise<Group | null> {
  return lockRow.first(tx, { id })
}

/** Taken before a group gets ballots: its members stay the same until the transaction ends. */
export async function holdMembers(tx: Queryable, group_id: number): Promise<void> {
  await hold.run(tx, { id: group_id })
}

/**
 * The same for those of several groups that have at most `most` members and no change of members in progress.
 * Returns these groups.
 */
export async function holdFreeMembers(tx: Queryable, group_ids: number[], most: number): Promise<number[]> {
  return (await holdFree.all(tx, { ids: group_ids, most })).map(({ id }) => id)
}

/** Adds to a group's member counts. The last statement of its transaction: everyone shares the row. */
export async function addToMemberCounts(
  tx: Queryable,
  group_id: number,
  changes: Partial<MemberChanges>,
): Promise<void> {
  await countMembers.run(tx, { id: group_id, ...NO_MEMBERS, ...changes })
}

/**
 * Adds to groups' counts of polls and threads. The last statement of its transaction: others may share the
 * rows.
 */
export async function addToItemCounts(tx: Queryable, changes: ItemChanges[]): Promise<void> {
  if (changes.length > 0) await countItems.run(tx, { changes: JSON.stringify(changes) })
}

/** Changes the settings of a group. */
export async function updateGroup(tx: Queryable, group: GroupSettings): Promise<void> {
  await update.run(tx, group)
}

/** Makes all threads of a group private. */
export async function hideThreadsOf(tx: Queryable, id: number): Promise<void> {
  await hideThreads.run(tx, { id })
}
