import type { Queryable } from '../db/sql.ts'
import { discussionFacts } from '../discussions/load-discussion.ts'
import type { DiscussionsPage } from '../discussions/load-discussions.ts'
import { readOwnThreadCount, readOwnThreads } from './own-thread-reads.ts'

/**
 * A page of the threads of a person's groups, and of those to which they were invited: latest activity first.
 */
export async function loadOwnThreads(
  db: Queryable,
  ask: { user_id: number; per: number; from: number },
): Promise<Omit<DiscussionsPage, 'next'>> {
  const rows = await readOwnThreads(db, ask)
  return { threads: rows.map(discussionFacts), total: await readOwnThreadCount(db, ask.user_id) }
}
