import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { GROUP_ROW } from '../groups/group.ts'
import { groupStateOf } from '../groups/group-state.ts'
import { HELD_BALLOT_ROW, type HeldBallot } from '../polls/ballots/ballot-rows.ts'
import { OUTCOME_ROW } from '../polls/outcomes/outcome.ts'
import { POLL_ROW } from '../polls/poll-rows.ts'
import type { CalendarPoll, CalendarReview } from './calendar.ts'

export type CalendarPollRow = {
  poll: JsonOf<CalendarPoll['poll']>
  group: { name: string }
  parent: { name: string } | null
  member: boolean
  ballot: HeldBallot | null
}

const NAME_ROW = pick(GROUP_ROW, 'name')

const CALENDAR_POLL_ROW: Fields<CalendarPoll['poll']> = pick(
  POLL_ROW,
  'key',
  'title',
  'poll_type',
  'anonymous',
  'opened_at',
  'closing_at',
  'closed_at',
  'updated_at',
)

const SEEN_ROW: Fields<CalendarPollRow> = {
  poll: is.jsonOf(CALENDAR_POLL_ROW),
  group: is.jsonOf(NAME_ROW),
  parent: is.nullable(is.jsonOf(NAME_ROW)),
  member: is.flag,
  ballot: is.nullable(is.jsonOf(HELD_BALLOT_ROW)),
}

export const calendarPollFromJson = jsonReader(CALENDAR_POLL_ROW)

export type CalendarReviewRow = CalendarPollRow & { outcome: JsonOf<CalendarReview['outcome']> }

const CALENDAR_OUTCOME_ROW: Fields<CalendarReview['outcome']> = {
  ...pick(OUTCOME_ROW, 'statement', 'statement_format', 'created_at', 'withdrawn_at'),
  review_on: is.day,
}

const REVIEW_ROW: Fields<CalendarReviewRow> = { ...SEEN_ROW, outcome: is.jsonOf(CALENDAR_OUTCOME_ROW) }

export const calendarOutcomeFromJson = jsonReader(CALENDAR_OUTCOME_ROW)

export type CalendarAsk = { user_id: number; days: number; most: number }

const SEEN = `json_build_object('key', p.key, 'title', p.title, 'poll_type', p.poll_type, 'anonymous', p.anonymous,
    'opened_at', p.opened_at, 'closing_at', p.closing_at, 'closed_at', p.closed_at, 'updated_at', p.updated_at) as poll,
  json_build_object('name', g.name) as group,
  (select json_build_object('name', parent.name) from groups parent where parent.id = g.parent_id) as parent,
  exists (select 1 from memberships m where m.group_id = p.group_id and m.user_id = :user_id::bigint
    and m.revoked_at is null) as member,
  held_ballot(p.id, :user_id::bigint) as ballot`

const MINE = `mine as (
  select group_id from memberships where user_id = :user_id::bigint and revoked_at is null)`

// Finds members' polls by their groups, because their ballots are many; finds other people's polls by ballots
// given to them as guests or by name. A member's ballot ends with the membership.
const polls = sql<CalendarAsk, CalendarPollRow>(
  'calendar.polls',
  `with ${MINE}, found as (
     select p.id from mine join polls p on p.group_id = mine.group_id
     where p.closed_at > now() - make_interval(days => :days::int)
     union
     select p.id from mine join polls p on p.group_id + 0 = mine.group_id
     where p.closed_at is null and p.closing_at > now() - make_interval(days => :days::int)
     union
     select p.id from electorate e join polls p on p.id = e.poll_id
     where e.user_id = :user_id::bigint and e.issued_as <> 'member' and e.withdrawn_at is null
       and p.closed_at is null and p.closing_at > now()
   )
   select ${SEEN} from found join lateral (select * from polls where id = found.id limit 1) p on true
   join lateral (select * from groups where id = p.group_id limit 1) g on true
   where p.discarded_at is null and ${groupStateOf('g')} = 'active'
   order by abs(extract(epoch from coalesce(p.closed_at, p.closing_at) - now())), p.id limit :most`,
  SEEN_ROW,
)

const reviews = sql<CalendarAsk, CalendarReviewRow>(
  'calendar.reviews',
  `with ${MINE}, found as (
     select o.id from mine join outcomes o on o.group_id = mine.group_id
     where o.review_on > current_date - :days::int
     union
     select o.id from electorate e join outcomes o on o.poll_id = e.poll_id
     where e.user_id = :user_id::bigint and e.issued_as <> 'member' and e.withdrawn_at is null
       and o.review_due_at is not null
   )
   select ${SEEN}, json_build_object('statement', o.statement, 'statement_format', o.statement_format,
     'created_at', o.created_at, 'withdrawn_at', o.withdrawn_at, 'review_on', o.review_on) as outcome
   from found join lateral (select * from outcomes where id = found.id limit 1) o on true
   join lateral (select * from polls where id = o.poll_id limit 1) p on true
   join lateral (select * from groups where id = p.group_id limit 1) g on true
   where p.discarded_at is null and ${groupStateOf('g')} = 'active'
     and not exists (select 1 from outcomes newer where newer.poll_id = o.poll_id and newer.id > o.id offset 0)
   order by abs(o.review_on - current_date), o.id limit :most`,
  REVIEW_ROW,
)

/**
 * Polls that may concern a person: open ones, and those of their groups closed in the last `days`. The
 * nearest in time.
 */
export function readCalendarPolls(db: Queryable, ask: CalendarAsk): Promise<CalendarPollRow[]> {
  return polls.all(db, ask)
}

/** The latest outcomes of such polls with a day of review, since `days` ago. The nearest in time. */
export function readCalendarReviews(db: Queryable, ask: CalendarAsk): Promise<CalendarReviewRow[]> {
  return reviews.all(db, ask)
}
