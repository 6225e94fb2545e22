import type { Act } from '../../db/db.ts'
import { NotFound, refuse } from '../../errors.ts'
import { keepTags } from '../../groups/tags/keep-tags.ts'
import { changesTags, checkTags, readTags } from '../../groups/tags/tag.ts'
import { lockPoll } from '../polls-store.ts'
import { writePollTags } from './poll-tags-store.ts'

/**
 * Sets the tags of a poll by their names, also once it is closed. Does nothing when they are the same.
 * Notifies nobody. Returns whether it changed any. Invalid names each problem; NotFound.
 */
export async function setPollTags({ tx }: Act, id: number, given: readonly string[]): Promise<boolean> {
  const locked = await lockPoll(tx, id)
  if (locked === null) throw new NotFound()
  const { group_id, tags } = locked.poll
  refuse(checkTags(given))
  const names = readTags(given)
  if (!changesTags(tags, names)) return false
  await writePollTags(tx, id, await keepTags(tx, { group_id, before: tags, names }))
  return true
}
