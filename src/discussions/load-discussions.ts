import type { Queryable } from '../db/sql.ts'
import { type DiscussionPage, readDiscussionCount, readDiscussionPage } from './discussion-page-reads.ts'
import { type DiscussionFacts, discussionFacts } from './load-discussion.ts'
import { LISTED_BYTES } from './pages.ts'

/** `next`: the id after which the list continues; null: it ends. */
export type DiscussionsPage = { threads: DiscussionFacts[]; total: number; next: number | null }

/** A page of a group's threads, newest first. It ends early if the texts would become too large. */
export async function loadDiscussions(db: Queryable, ask: DiscussionPage): Promise<DiscussionsPage> {
  const rows = await readDiscussionPage(db, { ...ask, bytes: LISTED_BYTES })
  const threads = rows.map(({ facts }) => discussionFacts(facts))
  const follows = (rows.at(-1)?.follow ?? 0) > 0
  return {
    threads,
    total: await readDiscussionCount(db, ask),
    next: follows ? (threads.at(-1)?.discussion.id ?? null) : null,
  }
}
