import { is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { EVENT_ROW, type Event } from '../../events/event.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { USER_ROW, type User } from '../../users/user.ts'

export type FeedRow = {
  feed_number: number
  event: JsonOf<Event>
  /** The event that started its thread. */
  opening: JsonOf<Event> | null
  actor: JsonOf<User> | null
}

/** The events of a group after a number of the feed, in order; `left_out` and `discards` are kinds. */
export type FeedAsk = {
  group_id: number
  after: number
  per: number
  left_out: string[]
  discards: string[]
}

// Discarded things leave only the event of their discarding.
const page = sql<FeedAsk, FeedRow>(
  'feed.page',
  `select e.feed_number, row_to_json(e) as event, row_to_json(o) as opening, row_to_json(u) as actor
   from events e
   left join lateral ${usersIn('e.group_id')} u on u.id = e.actor_id
   left join polls p on p.id = e.poll_id
   left join discussions d on d.id = e.discussion_id
   left join events o on o.discussion_id = e.discussion_id and o.kind = 'new_discussion' and o.id <> e.id
   where e.group_id = :group_id and e.feed_number > :after and e.kind <> all (:left_out::text[])
     and (e.kind = any (:discards::text[]) or (p.discarded_at is null and d.discarded_at is null))
   order by e.feed_number limit :per`,
  {
    feed_number: is.integer,
    event: is.jsonOf(EVENT_ROW),
    opening: is.nullable(is.jsonOf(EVENT_ROW)),
    actor: is.nullable(is.jsonOf(USER_ROW)),
  },
)

export function readFeed(db: Queryable, ask: FeedAsk): Promise<FeedRow[]> {
  return page.all(db, ask)
}
