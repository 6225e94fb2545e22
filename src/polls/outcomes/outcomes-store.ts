import { ID, is, pick } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { OUTCOME_ROW, type Outcome } from './outcome.ts'

type NewOutcome = Pick<
  Outcome,
  | 'poll_id'
  | 'group_id'
  | 'author_id'
  | 'statement'
  | 'statement_format'
  | 'poll_option_id'
  | 'review_on'
  | 'published_at'
> & { review_due_at: Date | null }

// Only the latest one is reviewed, no earlier one.
const insert = sql<NewOutcome, { id: number }>(
  'outcomes.insert',
  `with superseded as (
     update outcomes set review_due_at = null where poll_id = :poll_id::bigint and review_due_at is not null
   )
   insert into outcomes (poll_id, group_id, author_id, statement, statement_format, poll_option_id, review_on, review_due_at,
     published_at, created_at)
   values (:poll_id, :group_id, :author_id, :statement, :statement_format, :poll_option_id, :review_on, :review_due_at,
     :published_at, clock_timestamp())
   returning id`,
  ID,
)

const latest = sql<{ poll_id: number }, Outcome>(
  'outcomes.latest',
  'select * from outcomes where poll_id = :poll_id order by id desc limit 1',
  OUTCOME_ROW,
  { wider: true },
)

const withdraw = sql<{ poll_id: number }>(
  'outcomes.withdraw',
  `update outcomes set withdrawn_at = now(), review_due_at = null
   where id = (select id from outcomes where poll_id = :poll_id order by id desc limit 1) and withdrawn_at is null`,
)

/** An outcome whose day of review has come, and the people to notify. */
export type DueReview = Pick<Outcome, 'id' | 'poll_id' | 'group_id'> & {
  discussion_id: number | null
  told_ids: number[]
}

// Its author, while a member of the group; otherwise the group's admins.
const review = sql<{ most: number }, DueReview>(
  'outcomes.review',
  `with due as (
     update outcomes set review_due_at = null where id = any (array(
       select id from outcomes where review_due_at <= now() order by review_due_at limit :most for update skip locked))
     returning id, poll_id, group_id, author_id
   ), people as (
     select due.id, m.user_id, true as author
     from due cross join lateral (select user_id from memberships
       where group_id = due.group_id and user_id = due.author_id and revoked_at is null offset 0) m
     union
     select due.id, m.user_id, false
     from due cross join lateral (select user_id from memberships
       where group_id = due.group_id and admin and revoked_at is null offset 0) m
   )
   select due.id, due.poll_id, due.group_id, p.discussion_id, array(
     select user_id from people where people.id = due.id and (author or not exists (
       select 1 from people a where a.id = due.id and a.author)) order by 1) as told_ids
   from due join polls p on p.id = due.poll_id`,
  {
    ...pick(OUTCOME_ROW, 'id', 'poll_id', 'group_id'),
    discussion_id: is.nullable(is.integer),
    told_ids: is.list(is.integer),
  },
)

/** Saves an outcome as the current one of its poll. Returns its id. */
export async function insertOutcome(tx: Queryable, outcome: NewOutcome): Promise<number> {
  return (await insert.one(tx, outcome)).id
}

/** The latest outcome of a poll. */
export function latestOutcome(db: Queryable, poll_id: number): Promise<Outcome | null> {
  return latest.first(db, { poll_id })
}

/** Records that the current outcome of a poll, if it has one, is withdrawn: it is not reviewed. */
export async function withdrawOutcome(tx: Queryable, poll_id: number): Promise<void> {
  await withdraw.run(tx, { poll_id })
}

/** Claims the outcomes whose day of review has come: only one process gets each. */
export function takeDueReviews(tx: Queryable, most: number): Promise<DueReview[]> {
  return review.all(tx, { most })
}
