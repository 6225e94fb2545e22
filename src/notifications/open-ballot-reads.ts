import { type Fields, is, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { Poll } from '../polls/poll.ts'
import { POLL_ROW } from '../polls/poll-rows.ts'

/** An open poll as listed in an invitation. */
export type OpenPoll = Pick<Poll, 'id' | 'key' | 'title' | 'closing_at' | 'anonymous'>

export type HeldRow = { event_id: number; user_id: number; poll_ids: number[] }

const OPEN_POLL_ROW: Fields<OpenPoll> = pick(POLL_ROW, 'id', 'key', 'title', 'closing_at', 'anonymous')

// Leaves out whether they have voted: a mail would reveal it for an anonymous poll.
const held = sql<{ event_ids: number[]; user_ids: number[]; most: number }, HeldRow>(
  'notices.open_ballots',
  `select w.event_id, w.user_id, array(
     select p.id from polls p
     where p.group_id + 0 = e.group_id and p.closed_at is null and p.closing_at > now() and p.discarded_at is null
       and exists (select 1 from electorate x
         where x.poll_id = p.id and x.user_id = w.user_id and x.withdrawn_at is null offset 0)
     order by p.group_id + 0, p.closing_at, p.id limit :most) as poll_ids
   from unnest(:event_ids::bigint[], :user_ids::bigint[]) as w(event_id, user_id)
   join events e on e.id = w.event_id`,
  { event_id: is.integer, user_id: is.integer, poll_ids: is.list(is.integer) },
)

const polls = sql<{ poll_ids: number[] }, OpenPoll>(
  'notices.open_polls',
  'select id, key, title, closing_at, anonymous from polls where id = any (:poll_ids::bigint[])',
  OPEN_POLL_ROW,
)

/** The open polls of the event's group in which each of these people has a ballot, soonest first. */
export function readOpenBallots(
  db: Queryable,
  pairs: { event_id: number; user_id: number }[],
  most: number,
): Promise<HeldRow[]> {
  return held.all(db, {
    event_ids: pairs.map((pair) => pair.event_id),
    user_ids: pairs.map((pair) => pair.user_id),
    most,
  })
}

export function readOpenPolls(db: Queryable, poll_ids: number[]): Promise<OpenPoll[]> {
  return polls.all(db, { poll_ids })
}
