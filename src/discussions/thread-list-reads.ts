import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { usersIn } from '../groups/names/shown-users.ts'
import { onlyTagged, type TagFilter } from '../groups/tags/tag.ts'
import { USER_ROW, type User } from '../users/user.ts'
import { DISCUSSION_ROW, type Discussion } from './discussion.ts'

/** A thread in a list, with its author. */
export type ListedThread = { thread: Discussion; author: User }

/** `tags`: only threads with one of these tags. */
export type ThreadListPage = { group_id: number; tags: TagFilter; per: number; from: number }

const LISTED_ROW: Fields<JsonOf<ListedThread>> = {
  thread: is.jsonOf(DISCUSSION_ROW),
  author: is.jsonOf(USER_ROW),
}

const page = sql<ThreadListPage, JsonOf<ListedThread>>(
  'threads.page',
  `select row_to_json(d) as thread, row_to_json(u) as author
   from (
     select * from discussions where group_id = :group_id and discarded_at is null and ${onlyTagged('tags')}
     order by closed_at is not null, last_activity_at desc, id desc limit :per offset :from
   ) d join lateral (select * from ${usersIn('d.group_id')} u where u.id = d.author_id limit 1) u on true
   order by d.closed_at is not null, d.last_activity_at desc, d.id desc`,
  LISTED_ROW,
)

/** A page of a group's threads: open ones first, latest activity first. */
export function readThreadList(db: Queryable, ask: ThreadListPage): Promise<JsonOf<ListedThread>[]> {
  return page.all(db, ask)
}
