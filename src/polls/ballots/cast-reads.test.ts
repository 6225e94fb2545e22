import type { PoolClient } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'

/**
 * Counts the rows that a batch of votes reads, on a database that has grown and was never analysed: a plan
 * made without statistics may read whole tables. The server counts them, in one transaction each.
 */

const POLLS = 4_000
const VOTERS = 20
const MOST_VOTES = 64
/** To lock it, to check it, to change it. */
const READ_A_VOTE = 3
/** From the sixth execution on PostgreSQL may keep a plan. */
const OFTEN = 7

const { db } = await createWorld()
let polls: number[] = []
let voters: number[] = []

beforeAll(async () => {
  const on = await db.pool.connect()
  await on.query('set session_replication_role = replica')
  await on.query(`insert into users (name, email, email_verified)
    select 'Voter ' || n, 'voter' || n || '@mill.example', true from generate_series(1, 3000) n`)
  voters = (await on.query(`select id from users order by id limit ${VOTERS}`)).rows.map(({ id }) => id)
  polls = (
    await on.query(
      `with made as (
         insert into polls (key, group_id, author_id, poll_type, title, details_format, hide_results, anonymous,
           specified_voters_only, voter_can_add_options, shuffle_options, notify_on_closing_soon, min_score, max_score,
           dots_per_person, can_respond_maybe, stance_reason_required, opened_at, closing_at)
         select 'P' || lpad(n::text, 7, '0'), (select id from groups), $1, 'poll', 'Which?', 'md', 'off', false, false,
           false, false, 'nobody', 0, 5, 8, true, 'optional', now(), '2999-01-01' from generate_series(1, $2::int) n returning id
       ), options as (
         insert into poll_options (poll_id, slot, priority, name)
         select id, s, s - 1, 'Option ' || s from made, generate_series(1, 4) s
       ), given as (
         insert into electorate (poll_id, user_id, inviter_id, issued_as)
         select made.id, u.id, $1, 'member' from made, unnest($3::bigint[]) u(id)
       ), totals as (
         insert into tallies (poll_id, voters) select id, $4 from made
       )
       select id from made order by id`,
      [voters[0], POLLS, voters, VOTERS],
    )
  ).rows.map(({ id }) => id)
  on.release(true)
})

/** Rows of each table read by this transaction, and by earlier ones that the server has not added up yet. */
async function readSoFar(on: PoolClient): Promise<Map<string, number>> {
  const { rows } = await on.query<{ relname: string; read: number }>(
    'select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables',
  )
  return new Map(rows.map(({ relname, read }) => [relname, read]))
}

/** The highest number of rows read from one table. */
async function mostReadBy(work: (on: PoolClient) => Promise<unknown>): Promise<number> {
  const on = await db.pool.connect()
  try {
    await on.query('begin')
    const before = await readSoFar(on)
    await work(on)
    const after = await readSoFar(on)
    return Math.max(...[...after].map(([name, read]) => read - (before.get(name) ?? 0)))
  } finally {
    await on.query('commit')
    on.release()
  }
}

async function castSome(on: PoolClient, count: number, score: number): Promise<void> {
  const votes = Array.from({ length: count }, (_, n) => ({
    poll_id: polls[(n * 50) % POLLS],
    user_id: voters[n % VOTERS],
    scores: [1, null, score, null],
    reason: null,
  }))
  const { rows } = await on.query('select outcome from cast_votes($1, false)', [JSON.stringify(votes)])
  expect(rows.map(({ outcome }) => outcome)).toEqual(votes.map(() => 'recorded'))
}

test.each([
  ['one vote', 1],
  ['a full batch', MOST_VOTES],
])('%s reads only the rows it needs of each table, with every plan', async (_, count) => {
  for (let score = 0; score < OFTEN; score++)
    expect(await mostReadBy((on) => castSome(on, count, score))).toBeLessThanOrEqual(READ_A_VOTE * count)
  expect(await mostReadBy((on) => on.query('select max(version) from polls'))).toBe(POLLS)
})
