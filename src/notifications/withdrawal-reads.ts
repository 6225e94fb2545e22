import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { HELD_BALLOT_ROW, type HeldBallot } from '../polls/ballots/ballot-rows.ts'
import type { PersonFacts } from './recipients.ts'

// A mail without an answer may have arrived. Dropping one counts as an attempt, and sends nothing.
/** The people to whom a mail about an outcome was sent since the last reopening before the event `before`. */
const informedBefore = (before: string) =>
  `select distinct m.user_id from events e join mails m on m.event_id = e.id and m.kind = 'outcome'
   where e.poll_id = :poll_id and e.subject_type = 'Outcome' and e.id < ${before}
     and e.id > coalesce((select max(id) from events
       where poll_id = :poll_id and kind = 'poll_reopened' and id < ${before}), 0)
     and (m.status = 'sent' or m.attempts > case m.status when 'dropped' then 1 else 0 end)`

const MOST_ID = '9223372036854775807'

/** The outcome that a reopening withdrew: when it was published, and who knows it by mail. */
export type KnownOutcome = { published_at: Date; user_ids: number[] }

const withdrawn = sql<{ poll_id: number; event_id: number }, KnownOutcome>(
  'withdrawals.outcome',
  `select coalesce(o.published_at, o.created_at) as published_at,
     array(${informedBefore(':event_id')} order by 1) as user_ids
   from events r join outcomes o on o.poll_id = r.poll_id and o.withdrawn_at = r.created_at
   where r.id = :event_id order by o.id desc limit 1`,
  { published_at: is.instant, user_ids: is.list(is.integer) },
)

/** A person who knows the present outcome of a poll by mail, as facts. */
export type InformedRow = Pick<PersonFacts, 'user_id' | 'bot' | 'muted' | 'member'> & {
  ballot: HeldBallot | null
}

const informed = sql<{ poll_id: number }, InformedRow>(
  'withdrawals.informed',
  `select i.user_id, u.email is null as bot,
     exists (select 1 from mutes x where x.user_id = i.user_id and x.group_id = p.group_id offset 0) as muted,
     exists (select 1 from memberships m
             where m.group_id = p.group_id and m.user_id = i.user_id and m.revoked_at is null offset 0) as member,
     held_ballot(p.id, i.user_id) as ballot
   from (${informedBefore(MOST_ID)}) i join polls p on p.id = :poll_id join users u on u.id = i.user_id`,
  {
    user_id: is.integer,
    bot: is.flag,
    muted: is.flag,
    member: is.flag,
    ballot: is.nullable(is.jsonOf(HELD_BALLOT_ROW)),
  },
)

/** The last reopening of a poll, the outcome that it withdrew, and the last reminder before an event. */
export type ReopenedRow = {
  reopened_at: Date | null
  outcome_of: Date | null
  reminded_at: Date | null
}

const reopened = sql<{ poll_id: number; event_id: number }, ReopenedRow>(
  'withdrawals.reopened',
  `select r.created_at as reopened_at, (
       select coalesce(published_at, created_at) from outcomes
       where poll_id = :poll_id and withdrawn_at = r.created_at order by id desc limit 1) as outcome_of,
     (select max(created_at) from events
      where poll_id = :poll_id and kind in ('vote_reminder', 'poll_closing_soon') and id < :event_id) as reminded_at
   from (select 1) one left join lateral (select created_at from events
     where poll_id = :poll_id and kind = 'poll_reopened' order by id desc limit 1) r on true`,
  {
    reopened_at: is.nullable(is.instant),
    outcome_of: is.nullable(is.instant),
    reminded_at: is.nullable(is.instant),
  },
)

/** The last reopening of a poll, and the last reminder before this event. */
export function readReopened(
  db: Queryable,
  ask: { poll_id: number; event_id: number },
): Promise<ReopenedRow> {
  return reopened.one(db, ask)
}

/** The outcome that this reopening withdrew. Null: none. */
export function readWithdrawnOutcome(
  db: Queryable,
  ask: { poll_id: number; event_id: number },
): Promise<KnownOutcome | null> {
  return withdrawn.first(db, ask)
}

/** The people who know the present outcome of this poll by mail. */
export function readInformed(db: Queryable, poll_id: number): Promise<InformedRow[]> {
  return informed.all(db, { poll_id })
}
