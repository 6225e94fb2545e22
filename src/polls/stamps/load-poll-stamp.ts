import { batchedChanges } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import { NotFound } from '../../errors.ts'
import { admitKey, type PresentedKey } from '../../keys/api-key.ts'
import { loadStamps } from './load-stamps.ts'

/**
 * Detects whether a response about a poll, made for a key, would be different now. `poll` changes with every
 * row of the poll in the response, `group` with every row of its group. `is_closing`: the closing time has
 * come but is not settled; cache nothing in the meantime.
 */
export type PollStamp = { id: number; group_id: number; poll: string; group: string; is_closing: boolean }

const loadStamp = batchedChanges(loadStamps, { most: 32, lanes: 2, apart: true })

/**
 * The stamp of a poll for the key with this hash. Forbidden: the key may not be used; NotFound: no such poll
 * in the key's group.
 */
export async function loadPollStamp(
  db: Db,
  hash: Buffer,
  ref: Ref,
): Promise<PollStamp & { key: PresentedKey }> {
  const { now, holder, found } = await loadStamp(db, { hash, ref })
  const key = admitKey(holder?.key ?? null, now)
  if (holder === null || found?.group_id !== key.group_id) throw new NotFound()
  const { id, group_id, poll, closing_at } = found
  const is_closing = closing_at !== null && closing_at <= now
  return { key, id, group_id, poll, group: holder.group.stamp, is_closing }
}
