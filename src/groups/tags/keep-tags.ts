import type { Queryable } from '../../db/sql.ts'
import { foldTag, inTagOrder, type Tag } from './tag.ts'
import { releaseTags, takeTags } from './tags-store.ts'

/** `before`: the tags that the thread or poll carries so far. */
type Wanted = { group_id: number; before: readonly Tag[]; names: readonly string[] }

/**
 * The tags of a group for these names, which were read and checked: makes those that it does not have, and
 * deletes those that nothing carries any more. A name in other case is the same tag. The caller saves them.
 */
export async function keepTags(tx: Queryable, { group_id, before, names }: Wanted): Promise<Tag[]> {
  const wanted = new Set(names.map(foldTag))
  const known = new Set(before.map(({ name }) => foldTag(name)))
  const kept = before.filter(({ name }) => wanted.has(foldTag(name)))
  const added = names.filter((name) => !known.has(foldTag(name)))
  const taken = await takeTags(tx, group_id, added)
  await releaseTags(
    tx,
    before.filter((tag) => !kept.includes(tag)),
  )
  return inTagOrder([...kept, ...taken])
}
