import type { Json } from '../db/facts.ts'
import { type Queryable, sql } from '../db/sql.ts'

export type ThreadPollRow = {
  poll: Json
  author: Json
  sequence_id: number
  voters: number
  voted: number
  own: Json | null
}

// No sums, and no order that follows from votes: a thread must not tell what the poll's page hides.
const inThread = sql<{ discussion_id: number; user_id: number }, ThreadPollRow>(
  'thread_polls.of_thread',
  `select row_to_json(p) as poll, row_to_json(u) as author, coalesce(e.sequence_id, 0) as sequence_id,
     t.voters, t.cast_count as voted,
     case when el.user_id is not null then json_build_object(
       'issued_as', el.issued_as, 'voted', el.voted, 'withdrawn', el.withdrawn_at is not null) end as own
   from polls p join users u on u.id = p.author_id join tallies t on t.poll_id = p.id
   join events e on e.poll_id = p.id and e.kind = 'poll_created'
   left join electorate el on el.poll_id = p.id and el.user_id = :user_id::bigint
   where p.discussion_id = :discussion_id and p.discarded_at is null
   order by e.sequence_id, p.id`,
)

/** The polls of a thread in their order, with how this person's own ballot stands in each. */
export function readThreadPolls(
  db: Queryable,
  ask: { discussion_id: number; user_id: number },
): Promise<ThreadPollRow[]> {
  return inThread.all(db, ask)
}
