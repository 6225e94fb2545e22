import type { Queryable } from '../db/sql.ts'
import { discussionFacts } from '../discussions/load-discussion.ts'
import type { DiscussionsPage } from '../discussions/load-discussions.ts'
import { loadOwnTagFilter } from '../groups/tags/load-tags.ts'
import { readOwnThreadCount, readOwnThreads } from './own-thread-reads.ts'
import { withSeenThreadTags } from './visits/visit.ts'

/**
 * A page of the threads of a person's groups, and of those to which they were invited: latest activity first.
 * `tag`: only those of their groups with a tag of this name.
 */
export async function loadOwnThreads(
  db: Queryable,
  { tag, user_id, ...paging }: { user_id: number; tag: string | null; per: number; from: number },
): Promise<Omit<DiscussionsPage, 'next'>> {
  const ask = { user_id, tags: await loadOwnTagFilter(db, user_id, tag) }
  const rows = await readOwnThreads(db, { ...ask, ...paging })
  return {
    threads: rows.map(({ facts, member }) => withSeenThreadTags({ member }, discussionFacts(facts))),
    total: await readOwnThreadCount(db, ask),
  }
}
