import { type Queryable, sql } from '../db/sql.ts'
import { EVENT_ROW, type Event, type NewEvent } from './event.ts'
import { KINDS } from './kinds.ts'

const insert = sql<{ events: string }>(
  'events.insert',
  `insert into events (kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id,
     recipient_ids, recipient_message, sequence_id)
   select kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id,
     coalesce(recipient_ids, '{}'), recipient_message, sequence_id
   from jsonb_to_recordset(:events::jsonb) as e(kind text, group_id bigint, discussion_id bigint, poll_id bigint,
     subject_type text, subject_id bigint, actor_id bigint, recipient_ids bigint[], recipient_message text, sequence_id int)`,
)

const claim = sql<{ most: number }, Event>(
  'events.claim',
  `update events set dispatched_at = now() where id = any (array(
     select id from events where dispatched_at is null order by id limit :most for update skip locked))
   returning *`,
  EVENT_ROW,
  { wider: true },
)

const lockFeed = sql<object>(
  'events.lock_feed',
  "select pg_advisory_xact_lock(hashtextextended('feed_numbers', 0))",
)

const number = sql<{ ids: number[] }>(
  'events.number',
  `update events e set feed_number = n.number
   from (select id, nextval('feed_numbers') as number
         from (select id from unnest(:ids::bigint[]) as ids(id) order by id) o) n
   where e.id = n.id and e.feed_number is null`,
)

// Between the failure and this, another process may have told it: only what is claimed or waits still is set
// aside.
const setAside = sql<{ ids: number[]; reasons: string[]; claimed: boolean }>(
  'events.set_aside',
  `update events e set dispatched_at = coalesce(e.dispatched_at, now()), set_aside_at = now(), set_aside_reason = f.reason
   from unnest(:ids::bigint[], :reasons::text[]) as f(id, reason)
   where e.id = f.id and (:claimed::boolean or e.dispatched_at is null)`,
)

/** Writes down what happened, in the transaction in which it happens: neither can be without the other. */
export async function record(tx: Queryable, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const full = events.map((event) => ({ ...event, subject_type: KINDS[event.kind].subject }))
  await insert.run(tx, { events: JSON.stringify(full) })
}

/** Takes events nobody has dispatched, in this transaction: rolled back, they are free again. */
export async function claimEvents(tx: Queryable, most: number): Promise<Event[]> {
  return (await claim.all(tx, { most })).sort((a, b) => a.id - b.id)
}

/**
 * Gives these events their numbers in the feed, in the order in which they happened; one that has its number
 * keeps it. The last thing in its transaction: from here to the commit nobody else gives numbers, so that who
 * has read up to one has read all before it.
 */
export async function numberEvents(tx: Queryable, events: Pick<Event, 'id'>[]): Promise<void> {
  await lockFeed.run(tx, {})
  await number.run(tx, { ids: events.map(({ id }) => id) })
}

/** Leaves these events out of what is to be told. `claimed`: by this transaction. Returns how many were. */
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
