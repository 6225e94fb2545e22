import { type Fields, ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { EVENT_ROW, type Event, type NewEvent } from './event.ts'
import type { FieldChange } from './field-change.ts'
import { type EventKind, KINDS } from './kinds.ts'

const INSERT = `insert into events (kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id,
     recipient_ids, recipient_message, sequence_id, created_at)
   select kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id,
     coalesce(recipient_ids, '{}'), recipient_message, sequence_id, coalesce(created_at, now())
   from jsonb_to_recordset(:events::jsonb) as e(kind text, group_id bigint, discussion_id bigint, poll_id bigint,
     subject_type text, subject_id bigint, actor_id bigint, recipient_ids bigint[], recipient_message text, sequence_id int, created_at timestamptz)`

const insert = sql<{ events: string }>('events.insert', INSERT)

const insertChanged = sql<{ events: string; changes: string }, { id: number }>(
  'events.insert_changed',
  `with made as (${INSERT} returning id)
   insert into event_changes (event_id, changes) select id, :changes::jsonb from made returning event_id as id`,
  ID,
)

const claim = sql<{ most: number }, Event>(
  'events.claim',
  `update events set dispatched_at = now() where id = any (array(
     select id from events where dispatched_at is null order by id limit :most for update skip locked))
   returning *`,
  EVENT_ROW,
  { wider: true },
)

const FEED_LOCK = "pg_advisory_xact_lock(hashtextextended('feed_numbers', 0))"
const lockFeed = sql<object>('events.lock_feed', `select ${FEED_LOCK}`)

const number = sql<{ ids: number[] }>(
  'events.number',
  `update events e set feed_number = n.number
   from (select id, nextval('feed_numbers') as number
         from (select id from unnest(:ids::bigint[]) as ids(id) order by id) o) n
   where e.id = n.id and e.id = any (:ids::bigint[]) and e.feed_number is null`,
)

/**
 * The result of a round without recipients: the number of events, whether more wait, and what they changed,
 * each once.
 */
export type Unheard = { events: number; left: boolean; touched: Touched[] }
export type Touched = Pick<Event, 'group_id' | 'discussion_id' | 'poll_id'>

const TOUCHED_ROW: Fields<Touched> = {
  group_id: is.integer,
  discussion_id: is.nullable(is.integer),
  poll_id: is.nullable(is.integer),
}

const MOST_ID = '9223372036854775807'

// Only events before the first one with a possible recipient, so that the feed keeps its order. It locks the
// feed before taking any number, until the end of the statement, which is its own transaction.
const unheard = sql<{ kinds: EventKind[]; most: number }, Unheard>(
  'events.tell_nobody',
  `with feed as materialized (select ${FEED_LOCK}),
   waiting as materialized (
     select e.id, e.kind = any (:kinds::text[]) and e.recipient_ids = '{}' and not exists (
       select from webhooks w where w.group_id = e.group_id and w.disabled_at is null) as unheard
     from events e where e.dispatched_at is null order by e.id limit :most
   ),
   taken as materialized (
     select id from events where dispatched_at is null and id = any (array(
       select id from waiting where id < coalesce((select min(id) from waiting where not unheard), ${MOST_ID})))
     order by id for update skip locked
   ),
   numbered as materialized (
     select id, nextval('feed_numbers') as number from (select t.id from taken t cross join feed order by t.id) o
   ),
   told as (
     update events e set dispatched_at = now(), feed_number = coalesce(e.feed_number, n.number)
     from numbered n where e.id = n.id and e.id = any (array(select id from taken))
     returning e.group_id, e.discussion_id, e.poll_id
   )
   select (select count(*) from told)::int as events, count(*) > (select count(*) from told) or count(*) = :most as left,
     (select coalesce(json_agg(t), '[]') from (select distinct * from told) t) as touched
   from waiting`,
  { events: is.integer, left: is.flag, touched: is.jsonListOf(TOUCHED_ROW) },
)

// Another process may have sent it since the failure: sets aside only events that are claimed or still
// waiting.
const setAside = sql<{ ids: number[]; reasons: string[]; claimed: boolean }>(
  'events.set_aside',
  `update events e set dispatched_at = coalesce(e.dispatched_at, now()), set_aside_at = now(), set_aside_reason = f.reason
   from unnest(:ids::bigint[], :reasons::text[]) as f(id, reason)
   where e.id = f.id and (:claimed::boolean or e.dispatched_at is null)`,
)

/** Records events in the transaction of their change: both commit, or neither does. */
export async function record(tx: Queryable, events: NewEvent[]): Promise<void> {
  if (events.length > 0) await insert.run(tx, { events: written(events) })
}

/** Records events that all have the same changes. */
export async function recordAlike(tx: Queryable, events: NewEvent[], changes: FieldChange[]): Promise<void> {
  if (events.length > 0)
    await insertChanged.all(tx, { events: written(events), changes: JSON.stringify(changes) })
}

/** Records one event with what it changed, in the same way. Returns its id; null: it changed nothing. */
export async function recordChange(
  tx: Queryable,
  event: NewEvent,
  changes: FieldChange[],
): Promise<number | null> {
  if (changes.length > 0)
    return (await insertChanged.one(tx, { events: written([event]), changes: JSON.stringify(changes) })).id
  await record(tx, [event])
  return null
}

function written(events: NewEvent[]): string {
  return JSON.stringify(events.map((event) => ({ ...event, subject_type: KINDS[event.kind].subject })))
}

/** Claims undispatched events in this transaction: a rollback releases them. */
export async function claimEvents(tx: Queryable, most: number): Promise<Event[]> {
  return (await claim.all(tx, { most })).sort((a, b) => a.id - b.id)
}

/**
 * Gives these events their numbers in the feed, in order; an event keeps a number it has. The last step of
 * its transaction: until the commit nobody else gives numbers, so that a reader who has read up to one has
 * read all before it.
 */
export async function numberEvents(tx: Queryable, events: Pick<Event, 'id'>[]): Promise<void> {
  await holdFeed(tx)
  await number.run(tx, { ids: events.map(({ id }) => id) })
}

/**
 * Dispatches, in a transaction of its own, at most `most` waiting events of these kinds without recipients,
 * in groups without webhooks: they notify nobody, and get their numbers in the feed. Stops before an event
 * that waits to be sent to someone.
 */
export function tellNobody(db: Queryable, kinds: EventKind[], most: number): Promise<Unheard> {
  return unheard.one(db, { kinds, most })
}

/** Until the end of this transaction nobody else numbers events. */
export async function holdFeed(tx: Queryable): Promise<void> {
  await lockFeed.run(tx, {})
}

/** Sets these events aside: they are not sent. `claimed`: by this transaction. Returns how many. */
export function setEventsAside(
  tx: Queryable,
  failed: { id: number; reason: string }[],
  { claimed }: { claimed: boolean },
): Promise<number> {
  return setAside.run(tx, {
    ids: failed.map(({ id }) => id),
    reasons: failed.map(({ reason }) => reason),
    claimed,
  })
}
