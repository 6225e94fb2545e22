import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { HELD_BALLOT_ROW, type HeldBallot } from '../ballots/ballot-rows.ts'
import { VOTED } from '../ballots/turnout-reads.ts'
import { OUTCOME_ROW, type Outcome } from '../outcomes/outcome.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { POLL_OPTION_ROW, POLL_ROW } from '../poll-rows.ts'
import { TALLY_ROW, type Tally } from '../results/tally/tally.ts'

export type ThreadPollRow = {
  now: Date
  poll: JsonOf<Poll>
  author: JsonOf<User>
  sequence_id: number
  voters: number
  voted: number
  tally: Tally
  own: HeldBallot | null
  outcome: JsonOf<Outcome> | null
  options: PollOption[] | null
}

const STANDING_ROW: Fields<ThreadPollRow> = {
  now: is.instant,
  poll: is.jsonOf(POLL_ROW),
  author: is.jsonOf(USER_ROW),
  sequence_id: is.integer,
  voters: is.integer,
  voted: is.integer,
  tally: is.jsonOf(TALLY_ROW),
  own: is.nullable(is.jsonOf(HELD_BALLOT_ROW)),
  outcome: is.nullable(is.jsonOf(OUTCOME_ROW)),
  options: is.nullable(is.jsonListOf(POLL_OPTION_ROW)),
}

// No order that depends on votes: a thread must not reveal what the poll's page hides. The gate protects the
// sums.
const inThread = sql<{ discussion_id: number; user_id: number }, ThreadPollRow>(
  'thread_polls.of_thread',
  `select now() as now, row_to_json(p) as poll, row_to_json(u) as author, coalesce(e.sequence_id, 0) as sequence_id,
     t.voters, ${VOTED} as voted,
     json_build_object('cast_count', t.cast_count, 'sums', t.sums, 'answers', t.answers, 'supports', t.supports) as tally,
     held_ballot(p.id, :user_id::bigint) as own,
     (select row_to_json(o) from outcomes o where o.poll_id = p.id order by o.id desc limit 1) as outcome,
     (select json_agg(x order by x.priority, x.slot) from poll_options x where x.poll_id = p.id) as options
   from polls p join lateral ${usersIn('p.group_id')} u on u.id = p.author_id join tallies t on t.poll_id = p.id
   join events e on e.poll_id = p.id and e.kind = 'poll_created'
   where p.discussion_id = :discussion_id and p.discarded_at is null
   order by e.sequence_id, p.id`,
  STANDING_ROW,
)

/** The polls of a thread in order, with the state of this person's own ballot in each. */
export function readThreadPolls(
  db: Queryable,
  ask: { discussion_id: number; user_id: number },
): Promise<ThreadPollRow[]> {
  return inThread.all(db, ask)
}
