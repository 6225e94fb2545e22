import { ID } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { foldTag, TAG_ROW, type Tag } from './tag.ts'

// One tag per name, whoever comes first: a row that another transaction is deleting is waited for.
const take = sql<{ group_id: number; names: string[]; folded: string[] }, Tag>(
  'tags.take',
  `insert into tags as t (group_id, name, folded, uses)
   select :group_id::bigint, n.name, n.folded, 1 from unnest(:names::text[], :folded::text[]) as n(name, folded)
   order by n.folded
   on conflict (group_id, folded) do update set uses = t.uses + 1
   returning id, name`,
  TAG_ROW,
)

const release = sql<{ ids: number[] }>(
  'tags.release',
  `update tags t set uses = t.uses - r.times
   from (select id, count(*)::int as times from unnest(:ids::bigint[]) as r(id) group by id) r where t.id = r.id`,
)

const removeUnused = sql<{ ids: number[] }>(
  'tags.remove_unused',
  'delete from tags where id = any (:ids::bigint[]) and uses = 0',
)

const mostUsed = sql<{ group_id: number; most: number }, Tag>(
  'tags.most_used',
  'select id, name from tags where group_id = :group_id order by uses desc, folded limit :most',
  TAG_ROW,
)

const named = sql<{ group_id: number; folded: string }, Tag>(
  'tags.named',
  'select id, name from tags where group_id = :group_id and folded = :folded',
  TAG_ROW,
)

const namedAnywhere = sql<{ user_id: number; folded: string }, { id: number }>(
  'tags.named_anywhere',
  `select t.id from memberships m
   join lateral (select id from tags where group_id = m.group_id and folded = :folded limit 1) t on true
   where m.user_id = :user_id and m.revoked_at is null order by t.id`,
  ID,
)

/** The tags of the group with these names, which are made where missing; each is used once more. */
export async function takeTags(tx: Queryable, group_id: number, names: string[]): Promise<Tag[]> {
  if (names.length === 0) return []
  return take.all(tx, { group_id, names, folded: names.map(foldTag) })
}

/** Each of these tags is used once less; deletes those that are not used any more. */
export async function releaseTags(tx: Queryable, tags: readonly Tag[]): Promise<void> {
  const ids = tags.map(({ id }) => id)
  if (ids.length === 0) return
  await release.run(tx, { ids })
  await removeUnused.run(tx, { ids })
}

/** The tags of a group that most of its threads and polls carry. */
export function mostUsedTags(db: Queryable, group_id: number, most: number): Promise<Tag[]> {
  return mostUsed.all(db, { group_id, most })
}

/** The tag of this name in any case. Null: the group has none. */
export function findTag(db: Queryable, group_id: number, name: string): Promise<Tag | null> {
  return named.first(db, { group_id, folded: foldTag(name) })
}

/** The same in all groups of a person. */
export async function findOwnTags(db: Queryable, user_id: number, name: string): Promise<number[]> {
  return (await namedAnywhere.all(db, { user_id, folded: foldTag(name) })).map(({ id }) => id)
}
