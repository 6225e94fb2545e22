import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { DISCUSSION_ROW, type Discussion } from '../discussions/discussion.ts'
import { usersIn } from '../groups/names/shown-users.ts'

type FeedThread = { thread: JsonOf<Discussion>; author: string | null }

const THREAD_ROW: Fields<FeedThread> = { thread: is.jsonOf(DISCUSSION_ROW), author: is.nullable(is.text) }

const threads = sql<{ group_id: number; most: number }, FeedThread>(
  'group_feeds.threads',
  `select row_to_json(d) as thread, u.name as author
   from (
     select * from discussions where group_id = :group_id and discarded_at is null
     order by updated_at desc, id desc limit :most
   ) d join lateral (select * from ${usersIn('d.group_id')} u where u.id = d.author_id limit 1) u on true
   order by d.updated_at desc, d.id desc`,
  THREAD_ROW,
)

/** The newest threads of a group, with their authors' names. */
export function readFeedThreads(
  db: Queryable,
  ask: { group_id: number; most: number },
): Promise<FeedThread[]> {
  return threads.all(db, ask)
}
