import type { Act } from '../db/db.ts'
import { NotFound, refuse } from '../errors.ts'
import { keepTags } from '../groups/tags/keep-tags.ts'
import { changesTags, checkTags, readTags } from '../groups/tags/tag.ts'
import { lockDiscussion, writeThreadTags } from './discussions-store.ts'

/**
 * Sets the tags of a thread by their names. Does nothing when they are the same. Notifies nobody. Invalid
 * names each problem; NotFound.
 */
export async function setThreadTags({ tx }: Act, id: number, given: readonly string[]): Promise<void> {
  const thread = await lockDiscussion(tx, id)
  if (thread === null) throw new NotFound()
  const { group_id, tags } = thread
  refuse(checkTags(given))
  const names = readTags(given)
  if (changesTags(tags, names))
    await writeThreadTags(tx, id, await keepTags(tx, { group_id, before: tags, names }))
}
