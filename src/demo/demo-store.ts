import { ID } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

const silence = sql<{ group_id: number }>(
  'demo.silence',
  `update events e set dispatched_at = now(), feed_number = n.number
   from (select id, nextval('feed_numbers') as number from (
     select id from events where group_id = :group_id and dispatched_at is null order by id) o) n
   where e.id = n.id`,
)

const TIMES = `:hours * interval '1 hour'`

const thread = sql<{ id: number; hours: number }>(
  'demo.age_thread',
  `with said as (
     update comments c set created_at = now() - ${TIMES} * (1 - 0.6 * n.place / (n.total + 1))
     from (select id, row_number() over (order by id) as place, count(*) over () as total
           from comments where discussion_id = :id) n
     where c.id = n.id returning c.created_at
   )
   update discussions set created_at = now() - ${TIMES}, updated_at = now() - ${TIMES},
     closed_at = closed_at - ${TIMES} * 0.1,
     last_activity_at = coalesce((select max(created_at) from said), now() - ${TIMES}),
     last_comment_at = (select max(created_at) from said)
   where id = :id`,
)

const polls = sql<{ id: number; hours: number }>(
  'demo.age_polls',
  `update polls set created_at = now() - ${TIMES} * 0.7, updated_at = now() - ${TIMES} * 0.7,
     opened_at = now() - ${TIMES} * 0.7, closed_at = closed_at - ${TIMES} * 0.2,
     closing_at = case when closed_at is null then closing_at else closed_at - ${TIMES} * 0.2 end,
     sealed_at = sealed_at - ${TIMES} * 0.2, elected_at = elected_at - ${TIMES} * 0.2
   where discussion_id = :id`,
)

// After its poll closed, in order of publication.
const outcomes = sql<{ id: number; hours: number }>(
  'demo.age_outcomes',
  `update outcomes o set created_at = p.closed_at + ${TIMES} * 0.02
   from polls p where p.id = o.poll_id and p.discussion_id = :id`,
)

const ballots = sql<{ id: number }>(
  'demo.age_ballots',
  `update ballots b set cast_at =
     p.opened_at + (coalesce(p.closed_at, now()) - p.opened_at) * (0.05 + 0.9 * (b.user_id % 11) / 11.0)
   from polls p where p.id = b.poll_id and p.discussion_id = :id`,
)

const events = sql<{ id: number }>(
  'demo.age_events',
  `update events e set created_at = coalesce(
     case e.subject_type when 'Comment' then (select created_at from comments where id = e.subject_id)
       when 'Discussion' then (select created_at from discussions where id = e.subject_id)
       when 'Outcome' then (select created_at from outcomes where id = e.subject_id)
       when 'Poll' then (select case e.kind when 'poll_created' then created_at else closed_at end
                         from polls where id = e.subject_id) end, e.created_at)
   where e.discussion_id = :id`,
)

const heads = sql<{ group_id: number }, { id: number }>(
  'demo.forget_heads',
  `with gone as (delete from poll_heads where group_id = :group_id returning poll_id)
   select p.id from polls p where p.id in (select poll_id from gone) order by p.closed_at`,
  ID,
)

/** Deletes the heads of the demo group. Returns its closed polls, the first to close first. */
export async function forgetHeads(tx: Queryable, group_id: number): Promise<number[]> {
  return (await heads.all(tx, { group_id })).map(({ id }) => id)
}

/** Makes the events of the demo group in this transaction notify nobody: its people have no mailboxes. */
export async function silenceEvents(tx: Queryable, group_id: number): Promise<void> {
  await silence.run(tx, { group_id })
}

/** Spreads a thread, its comments, polls, outcomes and named votes over the last `hours`. */
export async function moveBack(tx: Queryable, discussion_id: number, hours: number): Promise<void> {
  const id = discussion_id
  await thread.run(tx, { id, hours })
  await polls.run(tx, { id, hours })
  await outcomes.run(tx, { id, hours })
  await ballots.run(tx, { id })
  await events.run(tx, { id })
}
