import type { Queryable } from '../../db/sql.ts'
import { type Tag, type TagFilter, tagFilter } from './tag.ts'
import { findOwnTags, findTag, mostUsedTags } from './tags-store.ts'

/** A form offers so many of a group's tags. */
const MOST_OFFERED = 200

/** The tags of a group that a form offers: those used most, the most used one first. */
export function loadOfferedTags(db: Queryable, group_id: number): Promise<Tag[]> {
  return mostUsedTags(db, group_id, MOST_OFFERED)
}

/** The filter for the group's threads and polls with the tag of this name; null: no filter. */
export async function loadTagFilter(
  db: Queryable,
  group_id: number,
  name: string | null,
): Promise<TagFilter> {
  if (name === null) return null
  const tag = await findTag(db, group_id, name)
  return tagFilter(tag === null ? [] : [tag.id])
}

/** The same for the groups of a person. */
export async function loadOwnTagFilter(
  db: Queryable,
  user_id: number,
  name: string | null,
): Promise<TagFilter> {
  return name === null ? null : tagFilter(await findOwnTags(db, user_id, name))
}
