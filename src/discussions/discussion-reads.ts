import type { Json } from '../db/json-rows.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS, KEY_FACTS } from '../groups/group-reads.ts'

/** The facts of a thread as JSON; `d` is the alias of its row. */
export const DISCUSSION_FACTS = `json_build_object(
  'discussion', row_to_json(d),
  'author', (select row_to_json(u) from users u where u.id = d.author_id),
  'event', (select row_to_json(e) from events e where e.discussion_id = d.id and e.kind = 'new_discussion'),
  'guests', (select count(*) from thread_guests tg where tg.discussion_id = d.id and not exists (
     select 1 from memberships m where m.group_id = d.group_id and m.user_id = tg.user_id and m.revoked_at is null)),
  'members', (select c.memberships from group_counts c where c.group_id = d.group_id))`

export type DiscussionJson = { discussion: Json; author: Json; event: Json; guests: number; members: number }

export type DiscussionRow = {
  now: Date
  key: Json | null
  thread: DiscussionJson | null
  in_group: GroupJson | null
}

const show = (condition: string) => `
  select now() as now, ${KEY_FACTS} as key,
    case when d.id is not null then ${DISCUSSION_FACTS} end as thread,
    case when d.id is not null then ${GROUP_FACTS} end as in_group
  from (select 1) as one
  left join discussions d on ${condition} and d.discarded_at is null
  left join groups g on g.id = d.group_id`

const byId = sql<{ hash: Buffer; id: number }, DiscussionRow>('discussions.show_by_id', show('d.id = :id'))
const byKey = sql<{ hash: Buffer; key: string }, DiscussionRow>(
  'discussions.show_by_key',
  show('d.key = :key'),
)

/** A thread named by id or key, everything an answer about it needs, and the key presented with it. */
export async function readDiscussion(
  db: Queryable,
  hash: Buffer,
  ref: { id: number } | { key: string },
): Promise<DiscussionRow> {
  return 'id' in ref ? byId.one(db, { hash, id: ref.id }) : byKey.one(db, { hash, key: ref.key })
}
