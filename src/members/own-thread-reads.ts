import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import {
  DISCUSSION_FACTS,
  DISCUSSION_FACTS_ROW,
  type DiscussionJson,
} from '../discussions/discussion-reads.ts'
import { groupStateOf } from '../groups/group-state.ts'
import { onlyTagged, type TagFilter } from '../groups/tags/tag.ts'

const MEMBER = `exists (select from memberships m
  where m.group_id = d.group_id and m.user_id = :user_id::bigint and m.revoked_at is null)`
// Guests could otherwise find out which tags a thread carries.
const TAGGED = `${onlyTagged('d.tags')} and (:tags::jsonb[] is null or ${MEMBER})`

// Threads of the groups they have joined, and those to which they were invited.
const OWN = `d.discarded_at is null
  and (select ${groupStateOf('g')} from groups g where g.id = d.group_id) = 'active' and d.id in (
  select t.id from memberships m join discussions t on t.group_id = m.group_id
  where m.user_id = :user_id::bigint and m.revoked_at is null and m.accepted_at is not null
  union all
  select g.discussion_id from thread_guests g where g.user_id = :user_id::bigint)`

/** `tags`: only threads that carry one of these tags. */
type Ask = { user_id: number; tags: TagFilter }

/** `member`: of its group, so that they see its tags. */
export type OwnThreadRow = { facts: DiscussionJson; member: boolean }

const page = sql<Ask & { per: number; from: number }, OwnThreadRow>(
  'own_threads.page',
  `select ${DISCUSSION_FACTS} as facts, ${MEMBER} as member
   from (select * from discussions d where ${OWN} and ${TAGGED}
         order by d.last_activity_at desc, d.id desc limit :per offset :from) d
   order by d.last_activity_at desc, d.id desc`,
  { facts: is.jsonOf(DISCUSSION_FACTS_ROW), member: is.flag },
)

const count = sql<Ask, { threads: number }>(
  'own_threads.count',
  `select count(*)::int as threads from discussions d where ${OWN} and ${TAGGED}`,
  { threads: is.integer },
)

/** A page of a person's threads, latest activity first. */
export function readOwnThreads(
  db: Queryable,
  ask: Ask & { per: number; from: number },
): Promise<OwnThreadRow[]> {
  return page.all(db, ask)
}

/** How many there are. */
export async function readOwnThreadCount(db: Queryable, ask: Ask): Promise<number> {
  return (await count.one(db, ask)).threads
}
