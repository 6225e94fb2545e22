import type { Queryable } from '../db/sql.ts'
import type { Page } from '../groups/load-people.ts'
import { userFromJson } from '../users/user.ts'
import { discussionFromJson } from './discussion.ts'
import { type ListedThread, readThreadList, type ThreadListPage } from './thread-list-reads.ts'

export type { ListedThread } from './thread-list-reads.ts'

/** A page of a group's threads: open ones first, latest activity first. For readers of the group. */
export async function loadThreadList(
  db: Queryable,
  { per, ...ask }: ThreadListPage,
): Promise<Page<ListedThread>> {
  const rows = await readThreadList(db, { ...ask, per: per + 1 })
  const items = rows.slice(0, per).map(({ thread, author, news }) => ({
    thread: discussionFromJson(thread),
    author: userFromJson(author),
    news,
  }))
  return { items, more: rows.length > per }
}
