import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { EVENT_ROW, type Event } from '../events/event.ts'
import { GROUP_FACTS_ROW, type GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS } from '../groups/group-reads.ts'
import { nameStamp, usersIn } from '../groups/names/shown-users.ts'
import { PRESENTED_KEY_ROW, type PresentedKey } from '../keys/api-key.ts'
import { KEY_FACTS } from '../keys/key-reads.ts'
import { USER_ROW, type User } from '../users/user.ts'
import { DISCUSSION_ROW, type Discussion } from './discussion.ts'

// `offset 0`: looks up each guest instead of reading the memberships of all groups for a join.
const GUESTS = `(select count(*) from thread_guests tg where tg.discussion_id = d.id and not exists (
  select 1 from memberships m where m.group_id = d.group_id and m.user_id = tg.user_id and m.revoked_at is null
  offset 0))`
const MEMBERS = '(select c.memberships from group_counts c where c.group_id = d.group_id)'

/** The facts of a thread as JSON; `d` is the alias of its row. */
export const DISCUSSION_FACTS = `json_build_object(
  'discussion', row_to_json(d),
  'author', (select row_to_json(u) from ${usersIn('d.group_id')} u where u.id = d.author_id),
  'event', (select row_to_json(e) from events e where e.discussion_id = d.id and e.kind = 'new_discussion'),
  'guests', ${GUESTS},
  'members', ${MEMBERS})`

/** Changes whenever a row of these facts changes. */
export const DISCUSSION_STAMP = `json_build_array(d.xmin,
  (select ${nameStamp('u', 'd.group_id')} from users u where u.id = d.author_id),
  (select e.xmin from events e where e.discussion_id = d.id and e.kind = 'new_discussion'),
  ${GUESTS}, ${MEMBERS})`

/** A thread with the facts always shown with it. */
export type DiscussionFacts = {
  discussion: Discussion
  author: User
  event: Event
  guests: number
  members: number
}

export type DiscussionJson = JsonOf<DiscussionFacts>

export const DISCUSSION_FACTS_ROW: Fields<DiscussionFacts> = {
  discussion: is.record(DISCUSSION_ROW),
  author: is.record(USER_ROW),
  event: is.record(EVENT_ROW),
  guests: is.integer,
  members: is.integer,
}

export type DiscussionRow = {
  now: Date
  key: JsonOf<PresentedKey> | null
  thread: DiscussionJson | null
  in_group: GroupJson | null
}

const SHOWN_ROW: Fields<DiscussionRow> = {
  now: is.instant,
  key: is.nullable(is.jsonOf(PRESENTED_KEY_ROW)),
  thread: is.nullable(is.jsonOf(DISCUSSION_FACTS_ROW)),
  in_group: is.nullable(is.jsonOf(GROUP_FACTS_ROW)),
}

const show = (condition: string) => `
  select now() as now, ${KEY_FACTS} as key,
    case when d.id is not null then ${DISCUSSION_FACTS} end as thread,
    case when d.id is not null then ${GROUP_FACTS} end as in_group
  from (select 1) as one
  left join discussions d on ${condition} and d.discarded_at is null
  left join groups g on g.id = d.group_id`

const byId = sql<{ hash: Buffer; id: number }, DiscussionRow>(
  'discussions.show_by_id',
  show('d.id = :id'),
  SHOWN_ROW,
)
const byKey = sql<{ hash: Buffer; key: string }, DiscussionRow>(
  'discussions.show_by_key',
  show('d.key = :key'),
  SHOWN_ROW,
)

/** A thread by id or key, with all facts that an answer needs, and the key of the request. */
export async function readDiscussion(
  db: Queryable,
  hash: Buffer,
  ref: { id: number } | { key: string },
): Promise<DiscussionRow> {
  return 'id' in ref ? byId.one(db, { hash, id: ref.id }) : byKey.one(db, { hash, key: ref.key })
}
