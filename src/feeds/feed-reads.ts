import type { Json } from '../db/json-rows.ts'
import { type Queryable, sql } from '../db/sql.ts'

export type FeedRow = {
  id: number
  group: { handle: string; name: string; parent: { name: string } | null } | null
  membership: Json | null
  created_at: Date
}

const own = sql<{ user_id: number }, FeedRow>(
  'feeds.own',
  `select f.id, f.created_at, case when g.id is not null then json_build_object('handle', g.handle, 'name', g.name,
     'parent', (select json_build_object('name', p.name) from groups p where p.id = g.parent_id)) end as group,
     case when m.id is not null then json_build_object('accepted_at', m.accepted_at) end as membership
   from feeds f left join groups g on g.id = f.group_id
   left join memberships m on m.group_id = f.group_id and m.user_id = f.user_id and m.revoked_at is null
   where f.user_id = :user_id order by f.group_id is not null, g.name, f.id`,
)

const calendarOwner = sql<{ hash: Buffer }, { user_id: number; now: Date }>(
  'feeds.calendar_owner',
  'select user_id, now() as now from feeds where hash = :hash and group_id is null',
)

const groupFeed = sql<{ hash: Buffer }, { user_id: number; handle: string }>(
  'feeds.group_feed',
  `select f.user_id, g.handle from feeds f join groups g on g.id = f.group_id where f.hash = :hash`,
)

/** The addresses of a person, the calendar first. */
export function readFeeds(db: Queryable, user_id: number): Promise<FeedRow[]> {
  return own.all(db, { user_id })
}

/** Whose calendar this is. Null: nobody's. */
export function readCalendarOwner(
  db: Queryable,
  hash: Buffer,
): Promise<{ user_id: number; now: Date } | null> {
  return calendarOwner.first(db, { hash })
}

/** Who follows which group by this address. Null: nobody. */
export function readGroupFeed(
  db: Queryable,
  hash: Buffer,
): Promise<{ user_id: number; handle: string } | null> {
  return groupFeed.first(db, { hash })
}
