import { type Fields, is, pick } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { SCORES, type Scores } from './ballot.ts'
import { OWN_BALLOT_ROW, OWN_VOTE_ROW, type OwnBallot, type OwnVote } from './ballot-rows.ts'
import { CAST_OUTCOMES, type CastRow, type Vote } from './vote.ts'

/** A voter's reason. */
export type GivenReason = Omit<OwnBallot, 'id' | 'api_key_id' | 'reason'> & {
  user_id: number
  user_name: string | null
  reason: string
}

const REASON_ROW: Fields<GivenReason> = {
  ...pick(OWN_BALLOT_ROW, 'scores', 'reason_format', 'cast_at', 'cast_by'),
  user_id: is.integer,
  user_name: is.nullable(is.text),
  reason: is.text,
}

/** A sealed ballot with the proof that it is unaltered. */
export type SealedRow = { hash: Buffer; scores: Scores; nonce: Buffer }

/** A ballot of a closed named poll. */
export type NamedRow = Omit<OwnBallot, 'id' | 'cast_at' | 'api_key_id'> & {
  user_id: number
  user_name: string | null
}

const CAST_ROW: Fields<CastRow> = {
  outcome: is.oneOf(CAST_OUTCOMES),
  ballot_id: is.nullable(is.integer),
  cast_at: is.nullable(is.instant),
}

const cast = sql<{ votes: string; patient: boolean }, CastRow>(
  'ballots.cast',
  'select outcome, ballot_id, cast_at from cast_votes(:votes::jsonb, :patient::boolean) order by place',
  CAST_ROW,
)

// One JSON object per poll: fifty rows with an array each are slower to parse than to create.
const named = sql<{ poll_ids: number[] }, { ballots: Record<string, Scores> }>(
  'ballots.of_polls',
  `select coalesce((select json_object_agg(user_id, scores) from ballots where poll_id = p.id), '{}') as ballots
   from unnest(:poll_ids::bigint[]) with ordinality as p(id, place) order by p.place`,
  { ballots: is.json(is.map(SCORES)) },
)

const OWN = `b.id, b.scores, b.reason, b.reason_format, b.cast_at, b.api_key_id, k.name as cast_by,
     exists (select from superseded_ballots s
       where s.poll_id = b.poll_id and s.user_id = b.user_id and s.superseded_at = b.cast_at) as replaces
   from ballots b left join api_keys k on k.id = b.api_key_id`

const own = sql<{ poll_id: number; user_id: number }, OwnVote>(
  'ballots.own',
  `select ${OWN} where b.poll_id = :poll_id and b.user_id = :user_id`,
  OWN_VOTE_ROW,
)

const ownAmong = sql<{ poll_ids: number[]; user_id: number }, OwnVote & { poll_id: number }>(
  'ballots.own_among',
  `select b.poll_id, ${OWN} where b.poll_id = any (:poll_ids::bigint[]) and b.user_id = :user_id`,
  { ...OWN_VOTE_ROW, poll_id: is.integer },
)

const IN_POLL = usersIn('(select group_id from polls where id = :poll_id)')

const reasons = sql<{ poll_id: number; most: number }, GivenReason>(
  'ballots.reasons',
  `select b.user_id, u.name as user_name, b.scores, b.reason, b.reason_format, b.cast_at, k.name as cast_by
   from ballots b join lateral (select name from ${IN_POLL} u where u.id = b.user_id limit 1) u on true
   left join lateral (select name from api_keys where id = b.api_key_id limit 1) k on true
   where b.poll_id = :poll_id and b.reason is not null order by b.cast_at desc limit :most`,
  REASON_ROW,
)

const sealedWhole = sql<{ poll_id: number }, SealedRow>(
  'ballots.sealed_whole',
  'select hash, choices as scores, nonce from sealed_ballots where poll_id = :poll_id order by hash',
  { hash: is.bytes, scores: SCORES, nonce: is.bytes },
)

// Checks the state again when reading: the poll may have been reopened since its results were shown.
const namedWhole = sql<{ poll_id: number }, NamedRow>(
  'ballots.named_of_closed',
  `select b.user_id, u.name as user_name, b.scores, b.reason, b.reason_format, k.name as cast_by
   from ballots b join polls p on p.id = b.poll_id
   join lateral (select name from ${IN_POLL} u where u.id = b.user_id limit 1) u on true
   left join lateral (select name from api_keys where id = b.api_key_id limit 1) k on true
   where b.poll_id = :poll_id and (p.closed_at is not null or p.closing_at <= clock_timestamp()) and not p.anonymous`,
  {
    ...pick(OWN_BALLOT_ROW, 'scores', 'reason', 'reason_format', 'cast_by'),
    user_id: is.integer,
    user_name: is.nullable(is.text),
  },
)

// A ballot cast by its voter stays. The poll is locked against other votes.
const withdraw = sql<{ poll_id: number; user_id: number }>(
  'ballots.withdraw',
  `with gone as (
     delete from ballots where poll_id = :poll_id and user_id = :user_id and api_key_id is not null returning *
   ), history as (
     insert into superseded_ballots (poll_id, user_id, scores, reason, reason_format, cast_at, superseded_at, api_key_id)
     select poll_id, user_id, scores, reason, reason_format, cast_at, clock_timestamp(), api_key_id from gone
   ), marked as (
     update electorate e set voted = false from gone where e.poll_id = :poll_id and e.user_id = :user_id
   )
   update tallies t set cast_count = t.cast_count - 1,
     sums = add_slots(t.sums, array(select -coalesce(s, 0) from unnest(gone.scores) with ordinality u(s, n) order by n)),
     answers = add_slots(t.answers, array(
       select -(s is not null)::int from unnest(gone.scores) with ordinality u(s, n) order by n))::int[],
     supports = add_slots(t.supports, array(
       select -(coalesce(s, 0) > 0)::int from unnest(gone.scores) with ordinality u(s, n) order by n))::int[]
   from gone where t.poll_id = :poll_id`,
)

/**
 * Casts votes on named polls in one round trip; returns results in the given order. A voter may occur once
 * per poll. `patient`: waits for a locked poll; otherwise returns `busy` for its votes without casting them.
 */
export function castBallots(db: Queryable, votes: Vote[], patient = true): Promise<CastRow[]> {
  return cast.all(db, { votes: JSON.stringify(votes), patient })
}

/** This person's cast ballot in a named poll. Null: they have not voted. */
export function findOwnBallot(db: Queryable, poll_id: number, user_id: number): Promise<OwnVote | null> {
  return own.first(db, { poll_id, user_id })
}

/** The same for several polls: only those in which they voted. */
export function findOwnBallots(
  db: Queryable,
  poll_ids: number[],
  user_id: number,
): Promise<(OwnVote & { poll_id: number })[]> {
  return ownAmong.all(db, { poll_ids, user_id })
}

/** Withdraws a vote that a key has cast, as if it had never existed. False: there is none. */
export async function withdrawVote(tx: Queryable, poll_id: number, user_id: number): Promise<boolean> {
  return (await withdraw.run(tx, { poll_id, user_id })) > 0
}

/** The reasons in a named poll, latest first: only for readers the gate allows to see them. */
export function givenReasons(db: Queryable, poll_id: number, most: number): Promise<GivenReason[]> {
  return reasons.all(db, { poll_id, most })
}

/**
 * The ballots of named polls, each a score array by user id: only for readers the gate allows to see them.
 */
export async function namedBallots(db: Queryable, poll_ids: number[]): Promise<Record<string, Scores>[]> {
  return (await named.all(db, { poll_ids })).map((row) => row.ballots)
}

/**
 * The ballots of a sealed poll, ordered by their hashes: only for readers the gate allows to see its results.
 */
export function sealedBallots(db: Queryable, poll_id: number): Promise<SealedRow[]> {
  return sealedWhole.all(db, { poll_id })
}

/** The ballots of a closed named poll, else none: only after the gate allowed them. */
export function namedBallotsOfClosed(db: Queryable, poll_id: number): Promise<NamedRow[]> {
  return namedWhole.all(db, { poll_id })
}
