import { ID, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { FITS, FOLLOW, LISTED_BYTES, MEASURED } from '../../discussions/pages.ts'
import { passesTagFilter, type TagFilter } from '../../groups/tags/tag.ts'

export type PollStatus = 'all' | 'open' | 'closed' | 'draft'

export type PollPage = {
  group_id: number
  status: PollStatus
  /** The list continues after the poll with this id; null: it starts. */
  after: number | null
  /** Only polls with one of these tags. */
  tags: TagFilter
  per: number
  from: number
}

type Counted = Pick<PollPage, 'group_id' | 'status' | 'tags'>

// A poll is closed from its closing time on, even before that is recorded.
const WHICH = `case when discarded_at is null and ${passesTagFilter('tags')} then true else false end and case :status::text
  when 'draft' then opened_at is null
  when 'open' then closed_at is null and closing_at > now()
  when 'closed' then closed_at is not null or closing_at <= now()
  else true end`

/** Larger than every id. */
const LAST = '9223372036854775807'

/** The texts of poll `p`, with its thread's, as JSON. */
const SIZE = `coalesce(octet_length(to_json(p.details)::text), 0) + coalesce((
  select octet_length(to_json(t.description)::text) from discussions t where t.id = p.discussion_id), 0)`

// The bounds match the index that gives the page's order. For `group_id = …` PostgreSQL expects few rows, and
// for `is null` even fewer: it would read and sort all of them.
const page = sql<PollPage & { bytes: number }, { id: number; follow: number }>(
  'poll_pages.page',
  `with found as (
     select p.id, ${SIZE} as size from (
       select id, details, discussion_id from polls
       where (group_id, id) < (:group_id::bigint, coalesce(:after::bigint, ${LAST})) and group_id >= :group_id::bigint and ${WHICH}
       order by group_id desc, id desc limit :per::int + 1 offset :from
     ) p
   ), ${MEASURED}
   select m.id, ${FOLLOW} from measured m where ${FITS} order by m.place`,
  { ...ID, follow: is.integer },
)

const count = sql<Counted, { polls: number }>(
  'poll_pages.count',
  `select count(*)::int as polls from polls where group_id = :group_id and ${WHICH}`,
  { polls: is.integer },
)

const votedIn = sql<{ user_id: number; ids: number[] }, { poll_id: number }>(
  'poll_pages.voted_in',
  `select poll_id from electorate
   where poll_id = any (:ids::bigint[]) and user_id = :user_id and voted and withdrawn_at is null`,
  { poll_id: is.integer },
)

/**
 * The ids of a page of a group's polls, newest first; it ends early if their texts would become too large.
 * `next`: the id after which the list continues; null: it ends.
 */
export async function pagePolls(
  db: Queryable,
  ask: PollPage,
): Promise<{ ids: number[]; next: number | null }> {
  const rows = await page.all(db, { ...ask, bytes: LISTED_BYTES })
  const last = rows.at(-1)
  return {
    ids: rows.map(({ id }) => id),
    next: last !== undefined && last.follow > 0 ? last.id : null,
  }
}

/** How many have this status, and these tags. */
export async function countPolls(db: Queryable, ask: Counted): Promise<number> {
  return (await count.one(db, ask)).polls
}

/** Those of these polls in which this person has voted. */
export async function pollsVotedIn(db: Queryable, user_id: number, ids: number[]): Promise<number[]> {
  return (await votedIn.all(db, { user_id, ids })).map((row) => row.poll_id)
}
