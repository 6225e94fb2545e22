import { dated } from '../db/json-rows.ts'
import type { Queryable } from '../db/sql.ts'
import type { Page } from '../groups/load-people.ts'
import type { User } from '../users/user.ts'
import type { Discussion } from './discussion.ts'
import { readThreadList } from './thread-list-reads.ts'

export type ListedThread = { thread: Discussion; author: User }

/** A page of a group's threads: open ones first, the last touched first. For readers of the group. */
export async function loadThreadList(
  db: Queryable,
  { per, ...ask }: { group_id: number; per: number; from: number },
): Promise<Page<ListedThread>> {
  const rows = await readThreadList(db, { ...ask, per: per + 1 })
  const items = rows
    .slice(0, per)
    .map(({ thread, author }) => ({ thread: dated<Discussion>(thread), author: dated<User>(author) }))
  return { items, more: rows.length > per }
}
