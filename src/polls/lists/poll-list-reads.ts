import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { onlyTagged, type TagFilter } from '../../groups/tags/tag.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { VOTED } from '../ballots/turnout-reads.ts'
import type { Poll } from '../poll.ts'
import { POLL_ROW } from '../poll-rows.ts'

export type PollListRow = {
  poll: JsonOf<Poll>
  author: JsonOf<User>
  voters: number
  voted: number
  has_options: boolean
  own: { voted: boolean } | null
}

const LISTED_ROW: Fields<PollListRow> = {
  poll: is.jsonOf(POLL_ROW),
  author: is.jsonOf(USER_ROW),
  voters: is.integer,
  voted: is.integer,
  has_options: is.flag,
  own: is.nullable(is.jsonOf({ voted: is.flag })),
}

export type PollsIn = 'open' | 'draft' | 'closed'

/** `tags`: only polls with one of these tags. */
export type PollListPage = {
  group_id: number
  user_id: number
  state: PollsIn
  tags: TagFilter
  per: number
  from: number
}

// At the same time the oldest open poll comes first, as on home pages and in invitations; else the newest.
const tie = (id: string) => `case when :state::text = 'open' then ${id} else -${id} end`

/** Of so many open polls, those that close first, the ones that wait for the reader's vote come first. */
const MOST_LOOKED = 50

// The first polls in each of these states, in index order; one of them is used.
const first = (state: PollsIn, order: string, where: string) => `(
  select id, ${order}, false as waits from polls
  where :state::text = '${state}' and ${where} and discarded_at is null
    and ${onlyTagged('tags')}
  order by soonest, latest desc, ${tie('id')} limit :per::bigint + :from::bigint)`
const NO_TIME = 'null::timestamptz'
const UNSETTLED = 'group_id + 0 = :group_id and closed_at is null'
const DRAFTS = first(
  'draft',
  `${NO_TIME} as soonest, ${NO_TIME} as latest`,
  `${UNSETTLED} and closing_at is null`,
)
// By place in that order, so that each page goes on where the one before it ended.
const OPEN = `(
  select id, closing_at as soonest, ${NO_TIME} as latest, waits from (
    select id, closing_at, case when place <= ${MOST_LOOKED} then exists (select 1 from electorate
      where poll_id = soon.id and user_id = :user_id::bigint and withdrawn_at is null and not voted offset 0)
      else false end as waits
    from (
      select id, closing_at, row_number() over (order by closing_at, id) as place from polls
      where :state::text = 'open' and ${UNSETTLED} and closing_at > now() and discarded_at is null
        and ${onlyTagged('tags')}
      order by closing_at, id limit greatest(:per::bigint + :from::bigint, ${MOST_LOOKED})) soon) looked
  order by waits desc, closing_at, id limit :per::bigint + :from::bigint)`
const DUE = first(
  'closed',
  `${NO_TIME} as soonest, closing_at as latest`,
  `${UNSETTLED} and closing_at <= now()`,
)
const CLOSED = first(
  'closed',
  `${NO_TIME} as soonest, closed_at as latest`,
  `(group_id, closed_at) >= (:group_id, '-infinity') and group_id <= :group_id and closed_at is not null`,
)

// No sums, and no order that depends on votes of others: a list must not reveal what the poll's page hides.
const page = sql<PollListPage, PollListRow>(
  'poll_lists.page',
  `select row_to_json(p) as poll, row_to_json(u) as author, t.voters, ${VOTED} as voted,
     exists (select 1 from poll_options where poll_id = p.id offset 0) as has_options,
     case when e.user_id is not null then json_build_object('voted', e.voted) end as own
   from (
     select id, waits from (${DRAFTS} union all ${OPEN} union all ${CLOSED} union all ${DUE}) as listed
     order by waits desc, soonest, latest desc, ${tie('id')} limit :per offset :from
   ) found
   join lateral (select * from polls where id = found.id limit 1) p on true
   join lateral (select * from ${usersIn('p.group_id')} u where u.id = p.author_id limit 1) u on true
   join lateral (select * from tallies where poll_id = p.id limit 1) t on true
   left join lateral (select * from electorate
     where poll_id = p.id and user_id = :user_id::bigint and withdrawn_at is null limit 1) e on true
   order by found.waits desc, case when :state::text = 'open' then p.closing_at end, coalesce(p.closed_at, p.closing_at) desc,
     ${tie('p.id')}`,
  LISTED_ROW,
)

/**
 * A page of a group's polls in one state: open ones by closing time, those first that wait for the reader's
 * vote, and the others newest first.
 */
export function readPollList(db: Queryable, ask: PollListPage): Promise<PollListRow[]> {
  return page.all(db, ask)
}
