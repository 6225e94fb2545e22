import type { Json } from '../../db/json-rows.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { VOTED } from '../ballots/turnout-reads.ts'
import type { PollOption } from '../poll-option.ts'

export type ThreadPollRow = {
  now: Date
  poll: Json
  author: Json
  sequence_id: number
  voters: number
  voted: number
  own: Json | null
  outcome: Json | null
  options: PollOption[] | null
}

// No sums, and no order that follows from votes: a thread must not tell what the poll's page hides.
const inThread = sql<{ discussion_id: number; user_id: number }, ThreadPollRow>(
  'thread_polls.of_thread',
  `select now() as now, row_to_json(p) as poll, row_to_json(u) as author, coalesce(e.sequence_id, 0) as sequence_id,
     t.voters, ${VOTED} as voted,
     held_ballot(p.id, :user_id::bigint) as own,
     (select row_to_json(o) from outcomes o where o.poll_id = p.id order by o.id desc limit 1) as outcome,
     (select json_agg(x order by x.priority, x.slot) from poll_options x where x.poll_id = p.id) as options
   from polls p join users u on u.id = p.author_id join tallies t on t.poll_id = p.id
   join events e on e.poll_id = p.id and e.kind = 'poll_created'
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
