import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { VOTED } from '../ballots/turnout-reads.ts'
import type { Poll } from '../poll.ts'
import { POLL_ROW } from '../poll-rows.ts'

export type PollListRow = {
  poll: JsonOf<Poll>
  author: JsonOf<User>
  voters: number
  voted: number
  own: { voted: boolean } | null
}

const LISTED_ROW: Fields<PollListRow> = {
  poll: is.jsonOf(POLL_ROW),
  author: is.jsonOf(USER_ROW),
  voters: is.integer,
  voted: is.integer,
  own: is.nullable(is.jsonOf({ voted: is.flag })),
}

export type PollsIn = 'open' | 'draft' | 'closed'

// No sums, and no order that follows from votes: a list must not tell what the poll's page hides.
const page = sql<
  { group_id: number; user_id: number; state: PollsIn; per: number; from: number },
  PollListRow
>(
  'poll_lists.page',
  `select row_to_json(p) as poll, row_to_json(u) as author, t.voters, ${VOTED} as voted,
     case when e.user_id is not null then json_build_object('voted', e.voted) end as own
   from polls p join users u on u.id = p.author_id join tallies t on t.poll_id = p.id
   left join electorate e on e.poll_id = p.id and e.user_id = :user_id::bigint and e.withdrawn_at is null
   where p.group_id = :group_id and p.discarded_at is null and case :state::text
     when 'draft' then p.closed_at is null and p.opened_at is null
     when 'open' then p.closed_at is null and p.closing_at > now()
     else p.closed_at is not null or p.closing_at <= now() end
   order by case when :state::text = 'open' then p.closing_at end, coalesce(p.closed_at, p.closing_at) desc, p.id desc
   limit :per offset :from`,
  LISTED_ROW,
)

/** A page of a group's polls in one state: open ones by closing time, the others newest first. */
export function readPollList(
  db: Queryable,
  ask: { group_id: number; user_id: number; state: PollsIn; per: number; from: number },
): Promise<PollListRow[]> {
  return page.all(db, ask)
}
