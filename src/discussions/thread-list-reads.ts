import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { usersIn } from '../groups/names/shown-users.ts'
import { onlyTagged, type TagFilter } from '../groups/tags/tag.ts'
import { USER_ROW, type User } from '../users/user.ts'
import { DISCUSSION_ROW, type Discussion } from './discussion.ts'

/**
 * A thread in a list, with its author. `news`: items by others that the reader has not read, without deleted
 * ones and polls in which they voted; null: another's thread, of which nothing has been read.
 */
export type ListedThread = { thread: Discussion; author: User; news: number | null }

/** `user_id`: of the reader; `tags`: only threads with one of these tags. */
export type ThreadListPage = { group_id: number; user_id: number; tags: TagFilter; per: number; from: number }

const LISTED_ROW: Fields<JsonOf<ListedThread>> = {
  thread: is.jsonOf(DISCUSSION_ROW),
  author: is.jsonOf(USER_ROW),
  news: is.nullable(is.integer),
}

/** The `news` of thread `d` for the reader `:user_id`: what the thread marks as unread (thread-items.ts). */
export const NEWS = `(select d.items_count - seen.last
    - (select count(*) from comments c
       where c.discussion_id = d.id and c.sequence_id > seen.last
         and (c.author_id = :user_id::bigint or c.deleted_at is not null))
    - (select count(*) from polls p join events e on e.poll_id = p.id and e.kind = 'poll_created'
       where p.discussion_id = d.id and e.sequence_id > seen.last
         and (p.author_id = :user_id::bigint or p.discarded_at is not null
           or exists (select 1 from electorate b where b.poll_id = p.id and b.user_id = :user_id::bigint and b.voted)))
  from (select coalesce(
      (select r.last_seen from discussion_readers r where r.discussion_id = d.id and r.user_id = :user_id::bigint),
      case when d.author_id = :user_id::bigint then 0 end) as last) seen)`

const page = sql<ThreadListPage, JsonOf<ListedThread>>(
  'threads.page',
  `select row_to_json(d) as thread, row_to_json(u) as author, ${NEWS}::int as news
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
