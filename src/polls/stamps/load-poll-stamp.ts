import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import { NotFound } from '../../errors.ts'
import { admitKey, type PresentedKey } from '../../keys/api-key.ts'
import { keyFacts } from '../../keys/key-facts.ts'
import { readStamps } from './poll-stamp-reads.ts'

/**
 * What tells whether an answer about a poll, made for a key, would be another one now. `poll` changes with
 * every row of the poll that an answer shows, `group` with every one of its group. `is_closing`: the closing
 * time is reached and not settled; nothing is to be kept meanwhile.
 */
export type PollStamp = { id: number; group_id: number; poll: string; group: string; is_closing: boolean }

const readStamp = batched(readStamps, { most: 32, lanes: 2 })

/**
 * The stamp of a poll for the key with this hash. Forbidden: the key may not be used; NotFound: no such poll
 * in the key's group.
 */
export async function loadPollStamp(
  db: Db,
  hash: Buffer,
  ref: Ref,
): Promise<PollStamp & { key: PresentedKey }> {
  const { now, key: presented, id, group_id, poll, group, is_closing } = await readStamp(db, { hash, ref })
  const key = admitKey(keyFacts(presented), now)
  if (id === null || poll === null || group === null || group_id !== key.group_id) throw new NotFound()
  return { key, id, group_id, poll, group, is_closing: is_closing ?? false }
}
