import { is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { usersIn } from '../groups/names/shown-users.ts'
import { HELD_BALLOT_ROW, type HeldBallot } from '../polls/ballots/ballot-rows.ts'
import { COMERS } from '../polls/electorate/comer-rows.ts'
import { USER_ROW, type User } from '../users/user.ts'
import type { PersonFacts } from './recipients.ts'

// A mail without an answer may have arrived. Dropping one counts as an attempt, and sends nothing.
/**
 * The people who know an outcome since the last withdrawal before the event `before`: they were sent a mail
 * about it, or wrote it.
 */
const informedBefore = (before: string) =>
  `select distinct k.user_id from events e cross join lateral (
     select m.user_id from mails m where m.event_id = e.id and m.kind = 'outcome'
       and (m.status = 'sent' or m.attempts > case m.status when 'dropped' then 1 else 0 end)
     union all select e.actor_id where e.kind in ('outcome_created', 'outcome_updated') and e.actor_id is not null
   ) k
   where e.poll_id = :poll_id and e.subject_type = 'Outcome' and e.id < ${before}
     and e.id > coalesce((select max(id) from events
       where poll_id = :poll_id and kind in ('poll_reopened', 'outcome_withdrawn') and id < ${before}), 0)`

const MOST_ID = '9223372036854775807'

/**
 * The outcome that was withdrawn, by a reopening or on its own: when it was published, and who knows it.
 * `by`: who did it; null: nobody in the group.
 */
export type KnownOutcome = { published_at: Date; user_ids: number[]; by: JsonOf<User> | null }

const withdrawn = sql<{ poll_id: number; event_id: number }, KnownOutcome>(
  'withdrawals.outcome',
  `select coalesce(o.published_at, o.created_at) as published_at,
     array(${informedBefore(':event_id')} order by 1) as user_ids,
     (select row_to_json(u) from (select * from ${usersIn('r.group_id')} u where u.id = r.actor_id) u) as by
   from events r join outcomes o on o.poll_id = r.poll_id and o.withdrawn_at = r.created_at
   where r.id = :event_id order by o.id desc limit 1`,
  { published_at: is.instant, user_ids: is.list(is.integer), by: is.nullable(is.jsonOf(USER_ROW)) },
)

const toldByReopening = sql<{ poll_id: number; event_id: number }, { user_ids: number[] }>(
  'withdrawals.told',
  `select array(${informedBefore('r.id')} order by 1) as user_ids
   from events i join events r on r.poll_id = i.poll_id and r.kind = 'poll_reopened' and r.created_at = i.created_at
   where i.id = :event_id and r.poll_id = :poll_id order by r.id desc limit 1`,
  { user_ids: is.list(is.integer) },
)

/** A person who knows the present outcome of a poll, as facts. */
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

/** A person whom this poll gives a ballot if it is reopened, as facts. */
export type ComerRow = Omit<InformedRow, 'ballot'>

const comers = sql<{ poll_id: number }, ComerRow>(
  'withdrawals.comers',
  `with ${COMERS}
   select h.user_id, u.email is null as bot,
     exists (select 1 from mutes x where x.user_id = h.user_id and x.group_id = p.group_id offset 0) as muted,
     h.issued_as = 'member' as member
   from comers h join polls p on p.id = :poll_id join users u on u.id = h.user_id
   where not exists (select 1 from electorate e
       where e.poll_id = :poll_id and e.user_id = h.user_id and (e.withdrawn_at is null or e.voted) offset 0)
     and not ballot_is_refused(:poll_id, h.user_id)`,
  { user_id: is.integer, bot: is.flag, muted: is.flag, member: is.flag },
)

const replaced = sql<{ poll_id: number }, { published_at: Date }>(
  'withdrawals.replaced',
  `select coalesce(published_at, created_at) as published_at from outcomes
   where poll_id = :poll_id and withdrawn_at is not null order by id desc limit 1`,
  { published_at: is.instant },
)

const votes = sql<{ poll_id: number; user_ids: number[] }, { user_id: number; voted: boolean }>(
  'withdrawals.votes',
  `select user_id, voted from electorate
   where poll_id = :poll_id and user_id = any (:user_ids::bigint[]) and withdrawn_at is null`,
  { user_id: is.integer, voted: is.flag },
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

/** The outcome that this event withdrew. Null: none. */
export function readWithdrawnOutcome(
  db: Queryable,
  ask: { poll_id: number; event_id: number },
): Promise<KnownOutcome | null> {
  return withdrawn.first(db, ask)
}

/** The people who know the outcome that was withdrawn by a reopening, the same act as this event. */
export async function readToldByReopening(
  db: Queryable,
  ask: { poll_id: number; event_id: number },
): Promise<number[]> {
  return (await toldByReopening.first(db, ask))?.user_ids ?? []
}

/** When the last outcome of this poll that a reopening withdrew was published. Null: none. */
export async function readReplacedOutcome(db: Queryable, poll_id: number): Promise<Date | null> {
  return (await replaced.first(db, { poll_id }))?.published_at ?? null
}

/** Of those of these people who have a ballot in this poll, whether they have voted. */
export async function readVotes(
  db: Queryable,
  ask: { poll_id: number; user_ids: number[] },
): Promise<Map<number, boolean>> {
  return new Map((await votes.all(db, ask)).map(({ user_id, voted }) => [user_id, voted]))
}

/** The people who know the present outcome of this poll: from a mail, or because they wrote it. */
export function readInformed(db: Queryable, poll_id: number): Promise<InformedRow[]> {
  return informed.all(db, { poll_id })
}

/** The people whom this poll gives a ballot if it is reopened: they came while it was closed. */
export function readComers(db: Queryable, poll_id: number): Promise<ComerRow[]> {
  return comers.all(db, { poll_id })
}
