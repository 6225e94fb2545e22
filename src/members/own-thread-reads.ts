import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import {
  DISCUSSION_FACTS,
  DISCUSSION_FACTS_ROW,
  type DiscussionJson,
} from '../discussions/discussion-reads.ts'
import { groupStateOf } from '../groups/group-state.ts'

// Threads of the groups they have joined, and those to which they were invited.
const OWN = `d.discarded_at is null
  and (select ${groupStateOf('g')} from groups g where g.id = d.group_id) = 'active' and d.id in (
  select t.id from memberships m join discussions t on t.group_id = m.group_id
  where m.user_id = :user_id::bigint and m.revoked_at is null and m.accepted_at is not null
  union all
  select g.discussion_id from thread_guests g where g.user_id = :user_id::bigint)`

const page = sql<{ user_id: number; per: number; from: number }, { facts: DiscussionJson }>(
  'own_threads.page',
  `select ${DISCUSSION_FACTS} as facts
   from (select * from discussions d where ${OWN}
         order by d.last_activity_at desc, d.id desc limit :per offset :from) d
   order by d.last_activity_at desc, d.id desc`,
  { facts: is.jsonOf(DISCUSSION_FACTS_ROW) },
)

const count = sql<{ user_id: number }, { threads: number }>(
  'own_threads.count',
  `select count(*)::int as threads from discussions d where ${OWN}`,
  { threads: is.integer },
)

/** A page of a person's threads, latest activity first. */
export async function readOwnThreads(
  db: Queryable,
  ask: { user_id: number; per: number; from: number },
): Promise<DiscussionJson[]> {
  return (await page.all(db, ask)).map((row) => row.facts)
}

/** How many there are. */
export async function readOwnThreadCount(db: Queryable, user_id: number): Promise<number> {
  return (await count.one(db, { user_id })).threads
}
