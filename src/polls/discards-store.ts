import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { TAG_ROW, type Tag } from '../groups/tags/tag.ts'

/** A discarded poll; `was_closed`: its group counted it as closed. */
export type DiscardedPoll = {
  id: number
  group_id: number
  discussion_id: number | null
  was_closed: boolean
  /** The tags that it carried. */
  tags: Tag[]
}

// Ends open voting: the urn of an anonymous poll is sealed like that of any closed poll. An earlier statement
// locks the polls: this one would not see an outcome committed after it began.
const discard = sql<{ id: number | null; discussion_id: number | null }, DiscardedPoll>(
  'discards.polls',
  `with found as (
     select id, closed_at, tags from polls
     where (id = :id::bigint or discussion_id = :discussion_id::bigint) and discarded_at is null
     order by id for update
   ), unspent as (
     delete from spent_votes s using found where s.poll_id = found.id
   ), unrefused as (
     delete from refused_ballots r using found where r.poll_id = found.id
   ), undone as (
     update outcomes o set review_due_at = null from found
     where o.poll_id = found.id and o.review_due_at is not null
   )
   update polls p set discarded_at = clock_timestamp(), reminder_due_at = null, tags = '[]',
     closed_at = coalesce(p.closed_at,
       case when p.opened_at is not null then least(p.closing_at, date_trunc('milliseconds', clock_timestamp())) end)
   from found where p.id = found.id
   returning p.id, p.group_id, p.discussion_id, found.closed_at is not null as was_closed, found.tags`,
  {
    id: is.integer,
    group_id: is.integer,
    discussion_id: is.nullable(is.integer),
    was_closed: is.flag,
    tags: is.jsonListOf(TAG_ROW),
  },
)

const lock = sql<{ discussion_id: number }>(
  'discards.lock_polls',
  'select 1 from polls where discussion_id = :discussion_id and discarded_at is null order by id for update',
)

/** Discards this poll, or all polls of this thread. */
export function discardPolls(
  tx: Queryable,
  which: { id: number } | { discussion_id: number },
): Promise<DiscardedPoll[]> {
  return discard.all(tx, { id: null, discussion_id: null, ...which })
}

/** Locks the polls of a thread, after the thread itself: the order of locks. */
export async function lockPollsOf(tx: Queryable, discussion_id: number): Promise<void> {
  await lock.run(tx, { discussion_id })
}
