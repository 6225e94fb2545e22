import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { FIELD_CHANGE, type FieldChange } from '../../events/field-change.ts'
import { type EventKind, KINDS } from '../../events/kinds.ts'
import { withdraws } from '../../polls/past/past-reads.ts'

/**
 * A recorded event, its actor and time; `title`, `poll` and `thread`: those of its subject, by key. `url`: of
 * a webhook, with its secrets.
 */
export type HistoryRow = {
  number: number
  what: EventKind
  at: Date
  actor_id: number | null
  subject_id: number
  /** The person whose membership was changed, or whose link was copied. */
  person_id: number | null
  title: string | null
  url: string | null
  poll: string | null
  thread: string | null
  changes: FieldChange[] | null
  /** Its poll or thread was deleted since, or by it. */
  is_deleted: boolean
  /** Voting in its poll had not opened yet. */
  of_draft: boolean
  /** It is a reopening that withdrew an outcome, of which there is no event. */
  withdraws: boolean
}

export const HISTORY_ROW: Fields<HistoryRow> = {
  number: is.integer,
  what: is.keyOf(KINDS),
  at: is.instant,
  actor_id: is.nullable(is.integer),
  subject_id: is.integer,
  person_id: is.nullable(is.integer),
  title: is.nullable(is.text),
  url: is.nullable(is.text),
  poll: is.nullable(is.text),
  thread: is.nullable(is.text),
  changes: is.nullable(is.jsonListOf(FIELD_CHANGE)),
  is_deleted: is.flag,
  of_draft: is.flag,
  withdraws: is.flag,
}

/**
 * Events of these kinds before this number of the feed, newest first: at most `per` of the next `most`
 * events. Of a discarded subject no title is returned.
 */
export type HistoryAsk = {
  group_id: number
  before: number
  kinds: string[]
  per: number
  most: number
}

/** `last`: the number and time of the oldest event looked at, and whether there are earlier ones. */
export type HistoryRows = {
  rows: JsonOf<HistoryRow>[]
  until: Date | null
  last: number | null
  last_at: Date | null
  more: boolean
}

const page = sql<HistoryAsk, HistoryRows>(
  'history.page',
  `with scanned as materialized (
     select * from events where group_id = :group_id and feed_number < :before
     order by feed_number desc limit :most
   ),
   listed as materialized (
     select e.feed_number as number, e.kind as what, e.created_at as at, e.actor_id, e.subject_id,
       coalesce(m.user_id, case when e.kind = 'mailed_link_copied' then e.recipient_ids[1] end) as person_id,
       case when not x.is_deleted then coalesce(p.title, d.title, k.name) end as title,
       w.url, p.key as poll, d.key as thread, c.changes, x.is_deleted,
       p.id is not null and coalesce(p.opened_at > e.created_at, true) as of_draft,
       ${withdraws('e')} as withdraws
     from scanned e left join event_changes c on c.event_id = e.id left join polls p on p.id = e.poll_id
     left join discussions d on d.id = case e.subject_type when 'Discussion' then e.subject_id else e.discussion_id end
     left join api_keys k on e.subject_type = 'ApiKey' and k.id = e.subject_id
     left join webhooks w on e.subject_type = 'Webhook' and w.id = e.subject_id
     left join memberships m on e.subject_type = 'Membership' and m.id = e.subject_id
     cross join lateral (select p.discarded_at is not null or d.discarded_at is not null as is_deleted) x
     where e.kind = any (:kinds::text[])
     order by e.feed_number desc limit :per
   ),
   ending as (
     select min(number) as number from (
       select number from listed where (select count(*) from listed) = :per
       union all (select min(feed_number) from scanned where (select count(*) from listed) < :per)) n
   )
   select (select coalesce(json_agg(l order by number desc), '[]') from listed l) as rows,
     (select created_at from events where group_id = :group_id and feed_number = :before) as until,
     ending.number as last,
     (select created_at from scanned where feed_number = ending.number) as last_at,
     exists (select from events where group_id = :group_id and feed_number < ending.number) as more
   from ending`,
  {
    rows: is.jsonListOf(HISTORY_ROW),
    until: is.nullable(is.instant),
    last: is.nullable(is.integer),
    last_at: is.nullable(is.instant),
    more: is.flag,
  },
)

const MADE = ['member_joined', 'key_made', 'key_revoked', 'webhook_made'] as const

/**
 * Members who joined, and keys and webhooks of earlier releases, which recorded no events of them;
 * `subject_id`: of the membership, key or webhook.
 */
export type MadeRow = {
  what: (typeof MADE)[number]
  at: Date
  actor_id: number | null
  subject_id: number
  title: string | null
  url: string | null
}

type MadeAsk = { group_id: number; kinds: string[]; after: Date | null; until: Date | null; most: number }

const NO_EVENT = (subject: 'ApiKey' | 'Webhook', kind: string) =>
  `not exists (select from events e where e.subject_type = '${subject}' and e.subject_id = t.id and e.kind = '${kind}')`

const made = sql<MadeAsk, MadeRow>(
  'history.made',
  `select what, at, actor_id, subject_id, title, url from (
     select 'member_joined' as what, accepted_at as at, user_id as actor_id, id as subject_id, null as title, null as url
     from memberships where (group_id + 0) = :group_id and revoked_at is null
     union all select 'key_made', created_at, issuer_id, id, name, null from api_keys t
     where group_id = :group_id and ${NO_EVENT('ApiKey', 'key_made')}
     union all select 'key_revoked', revoked_at, null, id, name, null from api_keys t
     where group_id = :group_id and revoked_at is not null and ${NO_EVENT('ApiKey', 'key_revoked')}
     union all select 'webhook_made', created_at, author_id, id, null, t.url from webhooks t
     where group_id = :group_id and ${NO_EVENT('Webhook', 'webhook_made')}
   ) m
   where what = any (:kinds::text[]) and at >= coalesce(:after::timestamptz, '-infinity') and at < coalesce(:until::timestamptz, 'infinity')
   order by at desc, subject_id desc limit :most`,
  {
    what: is.oneOf(MADE),
    at: is.instant,
    actor_id: is.nullable(is.integer),
    subject_id: is.integer,
    title: is.nullable(is.text),
    url: is.nullable(is.text),
  },
)

export function readHistory(db: Queryable, ask: HistoryAsk): Promise<HistoryRows> {
  return page.one(db, ask)
}

/**
 * Those of these that were created without an event from one instant until before another, newest first. What
 * happened together with a page's oldest event is on that page.
 */
export function readMade(db: Queryable, ask: MadeAsk): Promise<MadeRow[]> {
  return made.all(db, ask)
}
