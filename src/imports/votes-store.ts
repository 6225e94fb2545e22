import { ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { Scores } from '../polls/ballots/ballot.ts'

const PATIENT = { patient: true }

type Page = { after: number; most: number }

/** A vote on a poll that was made closed; `shape`: what ballots need to know of it. */
export type VoteLine = {
  place: number
  line: number
  kind: string
  source_id: string
  owner: string | null
  said_at: Date | null
  data: string
  poll_id: number
  shape: string
  anonymous: boolean
  /** Choices of its options, and how many there are in all. */
  choices: string
  given: number
  user_id: number | null
  inviter_id: number
  member: boolean
}

// The state of a poll stands in its row here: drafts have no ballots.
const page = sql<Page, VoteLine>(
  'import_votes.page',
  `select v.place, v.line, v.kind, v.source_id, v.owner, coalesce((v.data ->> 'cast_at')::timestamptz, v.said_at) as said_at,
     v.data::text as data, p.id as poll_id, (l.data -> 'shape')::text as shape, p.anonymous,
     c.choices, c.given, u.our_id as user_id, coalesce(i.our_id, p.author_id) as inviter_id,
     exists (select from memberships m where m.group_id = p.group_id and m.user_id = u.our_id and m.revoked_at is null) as member
   from import_lines v
   join lateral (select our_id, data from import_lines where kind = 'poll' and source_id = v.ref and fresh limit 1) l on true
   join lateral (select * from polls where id = l.our_id and closed_at is not null limit 1) p on true
   cross join lateral (
     select coalesce(json_agg(json_build_object('slot', o.our_id, 'score', (c.data ->> 'score')::int) order by o.our_id)
         filter (where o.our_id is not null), '[]')::text as choices, count(*)::int as given
     from import_lines c
     left join import_lines o on o.kind = 'option' and o.source_id = c.owner and o.ref = v.ref
     where c.kind = case v.kind when 'vote' then 'choice' else 'ballot_choice' end and c.ref = v.source_id
   ) c
   left join lateral (select our_id from import_lines where kind = 'user' and source_id = v.owner limit 1) u on true
   left join lateral (select our_id from import_lines where kind = 'user' and source_id = v.data ->> 'inviter' limit 1) i on true
   where v.kind in ('vote', 'ballot') and v.place > :after order by v.place limit :most`,
  {
    place: is.integer,
    line: is.integer,
    kind: is.text,
    source_id: is.text,
    owner: is.nullable(is.text),
    said_at: is.nullable(is.instant),
    data: is.text,
    poll_id: is.integer,
    shape: is.text,
    anonymous: is.flag,
    choices: is.text,
    given: is.integer,
    user_id: is.nullable(is.integer),
    inviter_id: is.integer,
    member: is.flag,
  },
  PATIENT,
)

/** `scores` null: the person has not voted. */
export type NewVote = {
  poll_id: number
  user_id: number
  inviter_id: number
  issued_as: 'member' | 'named'
  issued_at: Date
  scores: Scores | null
  reason: string | null
  reason_format: 'md' | 'html'
  cast_at: Date
}

// Whoever has two accounts there may be one person here.
const insert = sql<{ votes: string }, { poll_id: number; user_id: number; voted: boolean }>(
  'import_votes.insert',
  `with asked as materialized (
     select * from jsonb_to_recordset(:votes::jsonb) as v(poll_id bigint, user_id bigint, inviter_id bigint,
       issued_as text, issued_at timestamptz, scores int[], reason text, reason_format text, cast_at timestamptz)
   ), given as (
     insert into electorate (poll_id, user_id, inviter_id, issued_as, issued_at, voted)
     select poll_id, user_id, inviter_id, issued_as, issued_at, scores is not null from asked
     on conflict (poll_id, user_id) do nothing returning poll_id, user_id, voted
   ), cast_ballots as (
     insert into ballots (poll_id, user_id, scores, reason, reason_format, cast_at)
     select a.poll_id, a.user_id, a.scores, a.reason, a.reason_format, a.cast_at
     from asked a join given g using (poll_id, user_id) where a.scores is not null
   )
   select poll_id, user_id, voted from given`,
  { poll_id: is.integer, user_id: is.integer, voted: is.flag },
  PATIENT,
)

export type NewSealed = { poll_id: number; hash: string; choices: Scores; nonce: string }

const seal = sql<{ ballots: string }>(
  'import_votes.seal',
  `insert into sealed_ballots (poll_id, hash, choices, nonce)
   select poll_id, decode(hash, 'hex'), choices, decode(nonce, 'hex')
   from jsonb_to_recordset(:ballots::jsonb) as b(poll_id bigint, hash text, choices int[], nonce text)
   order by poll_id, hash`,
  null,
  PATIENT,
)

const closed = sql<Page, { id: number }>(
  'import_votes.closed_polls',
  `select p.id from import_lines l join polls p on p.id = l.our_id
   where l.kind = 'poll' and l.fresh and p.closed_at is not null and p.id > :after order by p.id limit :most`,
  ID,
  PATIENT,
)

const tally = sql<{ ids: number[] }>(
  'import_votes.tally',
  `with votes as materialized (
     select poll_id, scores from ballots where poll_id = any (:ids::bigint[])
     union all select poll_id, choices from sealed_ballots where poll_id = any (:ids::bigint[])
   ), slots as (
     select poll_id, slot, coalesce(sum(score), 0)::bigint as sums, count(score)::int as answers,
       (count(*) filter (where score > 0))::int as supports
     from votes, unnest(scores) with ordinality as s(score, slot) group by poll_id, slot
   ), totals as (
     select poll_id, array_agg(sums order by slot) as sums, array_agg(answers order by slot) as answers,
       array_agg(supports order by slot) as supports from slots group by poll_id
   )
   update tallies t set cast_count = (select count(*) from votes v where v.poll_id = t.poll_id),
     voters = case when p.anonymous then greatest(t.voters, (select count(*) from votes v where v.poll_id = t.poll_id)::int)
       else (select count(*) from electorate e where e.poll_id = t.poll_id)::int end,
     sums = coalesce((select sums from totals o where o.poll_id = t.poll_id), '{}'),
     answers = coalesce((select answers from totals o where o.poll_id = t.poll_id), '{}'),
     supports = coalesce((select supports from totals o where o.poll_id = t.poll_id), '{}')
   from polls p where p.id = t.poll_id and t.poll_id = any (:ids::bigint[])`,
  null,
  PATIENT,
)

/** Votes on polls that were not imported. */
export type LostVote = { place: number; line: number; source_id: string; ref: string }

const lost = sql<Page, LostVote>(
  'import_votes.lost',
  `select v.place, v.line, v.source_id, coalesce(v.ref, '') as ref from import_lines v
   left join lateral (select place, our_id, data from import_lines where kind = 'poll' and source_id = v.ref limit 1) l on true
   where (v.kind = 'ballot' or (v.kind = 'vote' and v.data ->> 'cast_at' is not null))
     and (l.place is null or (l.our_id is null and l.data ->> 'poll_type' <> 'question'))
     and v.place > :after order by v.place limit :most`,
  { place: is.integer, line: is.integer, source_id: is.text, ref: is.text },
  PATIENT,
)

const outcomes = sql<Page, OutcomeLine>(
  'import_votes.outcomes',
  `select l.place, l.line, l.source_id, coalesce(l.ref, '') as ref, l.said_at, l.data::text as data, l.owner,
     (select m.our_id from imported_records m where m.kind = 'outcome' and m.source_key = l.source_key) as known,
     p.id as poll_id, p.group_id, case when p.closed_at <= p.imported_at then p.closed_at end as closed_at,
     u.our_id as author_id,
     (select x.id from import_lines o join poll_options x on x.poll_id = p.id and x.slot = o.our_id
      where o.kind = 'option' and o.source_id = l.data ->> 'option' and o.ref = l.ref and q.fresh) as option_id
   from import_lines l
   left join lateral (select our_id, fresh from import_lines where kind = 'poll' and source_id = l.ref limit 1) q on true
   left join lateral (select * from polls where id = q.our_id limit 1) p on true
   left join lateral (select our_id from import_lines where kind = 'user' and source_id = l.owner limit 1) u on true
   where l.kind = 'outcome' and l.place > :after order by l.place limit :most`,
  {
    place: is.integer,
    line: is.integer,
    source_id: is.text,
    ref: is.text,
    said_at: is.nullable(is.instant),
    data: is.text,
    owner: is.nullable(is.text),
    known: is.nullable(is.integer),
    poll_id: is.nullable(is.integer),
    group_id: is.nullable(is.integer),
    closed_at: is.nullable(is.instant),
    author_id: is.nullable(is.integer),
    option_id: is.nullable(is.integer),
  },
  PATIENT,
)

/**
 * `closed_at`: of its poll; null: it was imported as a draft, and what became of it here is not known there.
 */
export type OutcomeLine = {
  place: number
  line: number
  source_id: string
  ref: string
  said_at: Date | null
  data: string
  owner: string | null
  known: number | null
  poll_id: number | null
  group_id: number | null
  closed_at: Date | null
  author_id: number | null
  option_id: number | null
}

export type NewOutcome = {
  id: number
  poll_id: number
  poll_option_id: number | null
  group_id: number
  author_id: number
  statement: string
  statement_format: 'md' | 'html'
  review_on: string | null
  created_at: Date
}

const conclude = sql<{ outcomes: string }>(
  'import_votes.conclude',
  `insert into outcomes (id, poll_id, poll_option_id, group_id, author_id, statement, statement_format, review_on, created_at)
   overriding system value
   select * from jsonb_to_recordset(:outcomes::jsonb) as o(id bigint, poll_id bigint, poll_option_id bigint,
     group_id bigint, author_id bigint, statement text, statement_format text, review_on date, created_at timestamptz)
   order by created_at`,
  null,
  PATIENT,
)

export function pageOfVotes(tx: Queryable, asked: Page): Promise<VoteLine[]> {
  return page.all(tx, asked)
}

/** Returns the ballots that were given out: the others are second ones of the same person. */
export function insertVotes(
  tx: Queryable,
  votes: NewVote[],
): Promise<{ poll_id: number; user_id: number; voted: boolean }[]> {
  return insert.all(tx, { votes: JSON.stringify(votes) })
}

export async function insertSealed(tx: Queryable, ballots: NewSealed[]): Promise<void> {
  await seal.run(tx, { ballots: JSON.stringify(ballots) })
}

/**
 * Counts the votes of polls that were made closed, a page of them. Returns the last id; null: that was all.
 */
export async function tallyPage(tx: Queryable, asked: Page): Promise<number | null> {
  const ids = (await closed.all(tx, asked)).map(({ id }) => id)
  if (ids.length > 0) await tally.run(tx, { ids })
  return ids.length < asked.most ? null : (ids.at(-1) ?? null)
}

export function pageOfLostVotes(tx: Queryable, asked: Page): Promise<LostVote[]> {
  return lost.all(tx, asked)
}

export function pageOfOutcomes(tx: Queryable, asked: Page): Promise<OutcomeLine[]> {
  return outcomes.all(tx, asked)
}

export async function insertOutcomes(tx: Queryable, outcomes: NewOutcome[]): Promise<void> {
  await conclude.run(tx, { outcomes: JSON.stringify(outcomes) })
}
