import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { GROUP_ROW, MEMBERSHIP_ROW, type Membership } from '../groups/group.ts'
import { groupsLocale } from '../users/sign-in/groups-locale.ts'

export type FeedRow = {
  id: number
  group: { handle: string; name: string; parent: { name: string } | null; suspended: boolean } | null
  membership: JsonOf<Pick<Membership, 'accepted_at'>> | null
  created_at: Date
}

const JOINED_ROW = pick(MEMBERSHIP_ROW, 'accepted_at')

export const joinedFromJson = jsonReader(JOINED_ROW)

const FEED_ROW: Fields<FeedRow> = {
  id: is.integer,
  group: is.nullable(
    is.jsonOf({
      ...pick(GROUP_ROW, 'handle', 'name'),
      parent: is.nullable(is.record(pick(GROUP_ROW, 'name'))),
      suspended: is.flag,
    }),
  ),
  membership: is.nullable(is.jsonOf(JOINED_ROW)),
  created_at: is.instant,
}

const own = sql<{ user_id: number }, FeedRow>(
  'feeds.own',
  `select f.id, f.created_at, case when g.id is not null then json_build_object('handle', g.handle, 'name', g.name,
     'parent', (select json_build_object('name', p.name) from groups p where p.id = g.parent_id),
     'suspended', g.suspended_at is not null) end as group,
     case when m.id is not null then json_build_object('accepted_at', m.accepted_at) end as membership
   from feeds f left join groups g on g.id = f.group_id
   left join memberships m on m.group_id = f.group_id and m.user_id = f.user_id and m.revoked_at is null
   where f.user_id = :user_id and g.deleted_at is null order by f.group_id is not null, g.name, f.id`,
  FEED_ROW,
)

type CalendarOwner = { user_id: number; now: Date; locale: string | null }
type GroupFeedOwner = {
  user_id: number
  handle: string
  locale: string | null
  browser_locale: string | null
}

const calendarOwner = sql<{ hash: Buffer }, CalendarOwner>(
  'feeds.calendar_owner',
  `select f.user_id, now() as now, coalesce(u.locale, ${groupsLocale('u.id')}, u.browser_locale) as locale
   from feeds f join users u on u.id = f.user_id where f.hash = :hash and f.group_id is null`,
  { user_id: is.integer, now: is.instant, locale: is.nullable(is.text) },
)

const groupFeed = sql<{ hash: Buffer }, GroupFeedOwner>(
  'feeds.group_feed',
  `select f.user_id, g.handle, u.locale, u.browser_locale from feeds f join groups g on g.id = f.group_id join users u on u.id = f.user_id
   where f.hash = :hash`,
  {
    user_id: is.integer,
    handle: is.text,
    locale: is.nullable(is.text),
    browser_locale: is.nullable(is.text),
  },
)

/** A person's feed addresses, the calendar first. */
export function readFeeds(db: Queryable, user_id: number): Promise<FeedRow[]> {
  return own.all(db, { user_id })
}

/** The owner of this calendar. Null: none. */
export function readCalendarOwner(db: Queryable, hash: Buffer): Promise<CalendarOwner | null> {
  return calendarOwner.first(db, { hash })
}

/** The owner and group of this feed. Null: none. */
export function readGroupFeed(db: Queryable, hash: Buffer): Promise<GroupFeedOwner | null> {
  return groupFeed.first(db, { hash })
}
