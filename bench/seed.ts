import type { PoolClient } from 'pg'
import type { Db } from '../src/db/db.ts'

/**
 * The data of a busy service, written directly to the database: creating it through the service would take
 * hours.
 */

export type SeededGroup = { group_id: number; handle: string; user_ids: number[] }
export type SeededPoll = { id: number; key: string }

/**
 * How to make the polls of one group: `voters` of its members get ballots; `voted`: all of them have voted.
 */
type Wish = {
  polls: number
  options: number
  voters: number
  poll_type: 'poll' | 'score'
  voted: boolean
  /** One in this many voters gives a reason; 0: none. */
  reason_each: number
}

const FIRST_TO_VOTE = '2026-01-01T10:00:00Z'

/** Runs `work` on a connection without foreign key checks: the seeded rows are consistent. */
export async function seeding<T>(db: Db, work: (on: PoolClient) => Promise<T>): Promise<T> {
  const on = await db.pool.connect()
  try {
    await on.query('set session_replication_role = replica')
    await on.query('set synchronous_commit = off')
    return await work(on)
  } finally {
    on.release(true)
  }
}

/** A group with this many members, the first of whom is its admin. */
export async function seedGroup(on: PoolClient, handle: string, members: number): Promise<SeededGroup> {
  const { rows: groups } = await on.query<{ id: number }>(
    `with made as (insert into groups (key, handle, name)
       values ('G' || lpad((select count(*) from groups)::text, 7, '0'), $1, $1) returning id),
     counted as (insert into group_counts (group_id, memberships, admin_memberships) select id, $2, 1 from made)
     select id from made`,
    [handle, members],
  )
  const group_id = groups[0]?.id ?? 0
  const { rows } = await on.query<{ user_id: number }>(
    `with made as (insert into users (name, email, email_verified)
       select 'Member ' || n, 'member' || n || '@' || $2::text || '.example', true from generate_series(1, $3::int) n returning id)
     insert into memberships (group_id, user_id, admin, accepted_at)
     select $1, id, id = (select min(id) from made), now() from made returning user_id`,
    [group_id, handle, members],
  )
  return { group_id, handle, user_ids: rows.map(({ user_id }) => user_id) }
}

/** Open polls of a group with votes, all alike. */
export async function seedPolls(on: PoolClient, group_id: number, wish: Wish): Promise<SeededPoll[]> {
  const { rows } = await on.query<SeededPoll>(
    `with author as (select min(user_id) as id from memberships where group_id = $1),
     made as (
       insert into polls (key, group_id, author_id, poll_type, title, details, details_format, hide_results, anonymous,
         specified_voters_only, voter_can_add_options, shuffle_options, notify_on_closing_soon, min_score, max_score,
         dots_per_person, can_respond_maybe, stance_reason_required, opened_at, closing_at)
       select 'P' || lpad((n + (select count(*) from polls))::text, 7, '0'), $1, author.id, $5,
         'Which of these shall we do first?', 'The proposals came out of the *autumn meeting*.', 'md', 'off', false,
         false, false, false, 'nobody', 0, 5, 8, true, 'optional', now(), '2099-01-01'
       from author, generate_series(1, $2::int) n returning id, key
     ), options as (
       insert into poll_options (poll_id, slot, priority, name)
       select id, s, s - 1, 'Number ' || s || ' of the proposals' from made, generate_series(1, $3::int) s
     ), voters as materialized (
       select user_id, row_number() over (order by user_id)::int as place from memberships
       where group_id = $1 order by user_id limit $4
     ), given as (
       insert into electorate (poll_id, user_id, inviter_id, issued_as, voted)
       select made.id, v.user_id, author.id, 'member', $6 from author, made, voters v order by 1, 2
     ), votes as materialized (
       select user_id, place, array(select case when $5 = 'score' then (place + s) % 6 when s = place % $3 + 1 then 1 end
         from generate_series(1, $3) s) as scores
       from voters where $6
     ), cast_ones as (
       insert into ballots (poll_id, user_id, scores, reason, cast_at)
       select made.id, v.user_id, v.scores,
         case when $7 > 0 and v.place % greatest($7, 1) = 0 then 'It costs little, and **everybody** gets something of it.' end,
         '${FIRST_TO_VOTE}'::timestamptz + v.place * interval '1 minute'
       from made, votes v order by 1, 2
     ), sums as (
       select s.slot, coalesce(sum(s.score), 0) as sums, count(s.score) as answers, count(*) filter (where s.score > 0) as supports
       from votes v cross join lateral unnest(v.scores) with ordinality s(score, slot) group by s.slot
     ), tally as (
       insert into tallies (poll_id, voters, cast_count, sums, answers, supports)
       select made.id, (select count(*) from voters), (select count(*) from votes),
         (select coalesce(array_agg(sums order by slot), '{}') from sums),
         (select coalesce(array_agg(answers order by slot), '{}') from sums),
         (select coalesce(array_agg(supports order by slot), '{}') from sums) from made
     ), told as (
       insert into events (kind, group_id, poll_id, subject_type, subject_id, actor_id, dispatched_at, feed_number)
       select 'poll_created', $1, made.id, 'Poll', made.id, author.id, now(), nextval('feed_numbers') from made, author
     ), counted as (
       update group_counts set polls = polls + $2 where group_id = $1
     )
     select id, key from made order by id`,
    [group_id, wish.polls, wish.options, wish.voters, wish.poll_type, wish.voted, wish.reason_each],
  )
  return rows
}
