import { is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { EVENT_ROW, type Event } from '../events/event.ts'
import { usersIn } from '../groups/names/shown-users.ts'
import { USER_ROW, type User } from '../users/user.ts'

/** `size`: bytes of the text of the comment or poll that the event created. */
export type ThreadEventRow = { event: JsonOf<Event>; actor: JsonOf<User> | null; size: number }

/** Events of these kinds in a thread, limited to these polls. */
export type ThreadEventsAsk = { discussion_id: number; kinds: string[]; poll_ids: number[] }

// The thread's index of events excludes votes, and no caller asks for them.
const WHICH = `e.discussion_id = :discussion_id
  and e.kind not in ('stance_created', 'stance_updated', 'stance_withdrawn') and e.kind = any (:kinds::text[])
  and (e.poll_id is null or e.poll_id = any (:poll_ids::bigint[]))`

const page = sql<ThreadEventsAsk & { per: number; from: number }, ThreadEventRow>(
  'thread_events.page',
  `select row_to_json(e) as event, row_to_json(u) as actor,
     coalesce(octet_length(c.body), octet_length(p.details), 0) as size
   from events e left join lateral ${usersIn('e.group_id')} u on u.id = e.actor_id
   left join comments c on e.kind = 'new_comment' and c.id = e.subject_id
   left join polls p on e.kind = 'poll_created' and p.id = e.poll_id
   where ${WHICH} order by e.id limit :per offset :from`,
  { event: is.jsonOf(EVENT_ROW), actor: is.nullable(is.jsonOf(USER_ROW)), size: is.integer },
)

const count = sql<ThreadEventsAsk, { events: number }>(
  'thread_events.count',
  `select count(*)::int as events from events e where ${WHICH}`,
  { events: is.integer },
)

/** A page of a thread's events, in order. */
export function readThreadEvents(
  db: Queryable,
  ask: ThreadEventsAsk & { per: number; from: number },
): Promise<ThreadEventRow[]> {
  return page.all(db, ask)
}

/** The number of these events. */
export async function readThreadEventCount(db: Queryable, ask: ThreadEventsAsk): Promise<number> {
  return (await count.one(db, ask)).events
}
