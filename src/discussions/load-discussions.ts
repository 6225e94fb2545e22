import type { Queryable } from '../db/sql.ts'
import { type DiscussionPage, readDiscussionCount, readDiscussionPage } from './discussion-page-reads.ts'
import { type DiscussionFacts, discussionFacts } from './load-discussion.ts'

/** `next`: the id after which the list continues; null: it ends. */
export type DiscussionsPage = { threads: DiscussionFacts[]; total: number; next: number | null }

/** A page of a group's threads, newest first. */
export async function loadDiscussions(
  db: Queryable,
  { per, ...ask }: DiscussionPage,
): Promise<DiscussionsPage> {
  const rows = await readDiscussionPage(db, { ...ask, per: per + 1 })
  const threads = rows.slice(0, per).map(discussionFacts)
  return {
    threads,
    total: await readDiscussionCount(db, ask),
    next: rows.length > per ? (threads.at(-1)?.discussion.id ?? null) : null,
  }
}
