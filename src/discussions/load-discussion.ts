import { jsonReader } from '../db/json-rows.ts'
import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { type GroupFacts, groupFacts } from '../groups/group-facts.ts'
import { admitKey, type PresentedKey } from '../keys/api-key.ts'
import { keyFacts } from '../keys/key-facts.ts'
import { DISCUSSION_FACTS_ROW, type DiscussionFacts, readDiscussion } from './discussion-reads.ts'

export type { DiscussionFacts } from './discussion-reads.ts'

export type LoadedDiscussion = DiscussionFacts & { in_group: GroupFacts; key: PresentedKey }

/** A record by its id or by its public key. */
export type Ref = { id: number } | { key: string }

/**
 * The thread as the key with this hash may see it. Forbidden: the key may not be used; NotFound: no such
 * thread in the key's group.
 */
export async function loadDiscussion(db: Queryable, hash: Buffer, ref: Ref): Promise<LoadedDiscussion> {
  const row = await readDiscussion(db, hash, ref)
  const key = admitKey(keyFacts(row.key), row.now)
  if (row.thread === null || row.in_group === null || row.thread.discussion.group_id !== key.group_id)
    throw new NotFound()
  return { ...discussionFacts(row.thread), in_group: groupFacts(row.in_group), key }
}

/** The facts of a thread from their JSON. */
export const discussionFacts = jsonReader(DISCUSSION_FACTS_ROW)
