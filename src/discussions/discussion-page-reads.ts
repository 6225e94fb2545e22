import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { passesTagFilter, type TagFilter } from '../groups/tags/tag.ts'
import { DISCUSSION_FACTS, DISCUSSION_FACTS_ROW, type DiscussionJson } from './discussion-reads.ts'
import { FITS, FOLLOW, MEASURED } from './pages.ts'

export type DiscussionStatus = 'all' | 'open' | 'closed'

export type DiscussionPage = {
  group_id: number
  status: DiscussionStatus
  /** The list continues after the thread with this id; null: it starts. */
  after: number | null
  /** Only threads with one of these tags. */
  tags: TagFilter
  per: number
  from: number
}

type Counted = Pick<DiscussionPage, 'group_id' | 'status' | 'tags'>

const WHICH = `case when d.discarded_at is null and ${passesTagFilter('d.tags')} then true else false end
  and (:status::text = 'all' or (d.closed_at is not null) = (:status::text = 'closed'))`

/** Larger than every id. */
const LAST = '9223372036854775807'

/** `follow`: how many threads come after this one, counted only to see whether any does. */
export type PagedDiscussion = { facts: DiscussionJson; follow: number }

// Its bounds match the index, as for polls: PostgreSQL reads only the page, not the whole group. It reads one
// row more than the page holds, to see whether another page follows.
const page = sql<DiscussionPage & { bytes: number }, PagedDiscussion>(
  'discussion_pages.page',
  `with found as (
     select d.id, coalesce(octet_length(to_json(d.description)::text), 0) as size from discussions d
     where (d.group_id + 0, d.id) < (:group_id::bigint, coalesce(:after::bigint, ${LAST})) and d.group_id + 0 >= :group_id::bigint
       and ${WHICH}
     order by d.group_id + 0 desc, d.id desc limit :per::int + 1 offset :from
   ), ${MEASURED}
   select ${DISCUSSION_FACTS} as facts, ${FOLLOW} from measured m join discussions d on d.id = m.id
   where ${FITS} order by m.place`,
  { facts: is.jsonOf(DISCUSSION_FACTS_ROW), follow: is.integer },
)

const count = sql<Counted, { threads: number }>(
  'discussion_pages.count',
  `select count(*)::int as threads from discussions d where d.group_id = :group_id and ${WHICH}`,
  { threads: is.integer },
)

/** A page of a group's threads, newest first. */
export function readDiscussionPage(
  db: Queryable,
  ask: DiscussionPage & { bytes: number },
): Promise<PagedDiscussion[]> {
  return page.all(db, ask)
}

/** How many have this status, and these tags. */
export async function readDiscussionCount(db: Queryable, ask: Counted): Promise<number> {
  return (await count.one(db, ask)).threads
}
