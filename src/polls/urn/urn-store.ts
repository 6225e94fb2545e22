import { ID, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { SCORES, type Scores } from '../ballots/ballot.ts'
import type { Tally } from '../results/tally/tally.ts'
import type { SealedBallot } from './sealed-ballot.ts'

/**
 * `other_key`: the box was encrypted for another key than the poll's; `other_options`: options were added
 * in the meantime; `used`: there is a box with this tag.
 */
const URN_OUTCOMES = [
  'recorded',
  'already',
  'closed',
  'no_ballot',
  'named',
  'other_key',
  'other_options',
  'used',
] as const
export type UrnOutcome = (typeof URN_OUTCOMES)[number]

/** `slots`: the number of options when the ballot was filled in. */
export type BoxedVote = {
  poll_id: number
  user_id: number
  urn_key: string
  slots: number
  tag: Buffer
  box: Buffer
}

/** An anonymous poll that is open, or not sealed, and its public key. */
export type KeyedPoll = { id: number; key: string; urn_key: string; missing: boolean }

/** Sealed ballots written at once: requests get a turn in between. */
const AT_ONCE = 5_000

const cast = sql<BoxedVote, { outcome: UrnOutcome }>(
  'urn.cast',
  'select cast_in_urn(:poll_id::bigint, :user_id::bigint, :urn_key, :slots::int, :tag::bytea, :box::bytea) as outcome',
  { outcome: is.oneOf(URN_OUTCOMES) },
)

const putBoxes = sql<{ poll_id: number; tags: Buffer[]; boxes: Buffer[] }>(
  'urn.put_boxes',
  `insert into urn_boxes (tag, poll_id, box)
   select b.tag, :poll_id::bigint, b.box from unnest(:tags::bytea[], :boxes::bytea[]) as b(tag, box) order by b.tag`,
  null,
  { patient: true },
)

const boxes = sql<{ poll_id: number }, { box: Buffer }>(
  'urn.boxes',
  'select box from urn_boxes where poll_id = :poll_id',
  { box: is.bytes },
  { patient: true },
)

const withReceipts = sql<{ key: string }, { id: number; urn_key: string }>(
  'urn.with_receipts',
  'select id, urn_key from polls where key = :key and receipts and urn_key is not null and sealed_at is null',
  { id: is.integer, urn_key: is.text },
)

const tagged = sql<{ poll_id: number; tag: Buffer }, { there: boolean }>(
  'urn.tagged',
  'select exists (select from urn_boxes where tag = :tag and poll_id = :poll_id) as there',
  { there: is.flag },
)

const dropBoxes = sql<{ poll_id: number }>(
  'urn.drop_boxes',
  'delete from urn_boxes where poll_id = :poll_id',
  null,
  { patient: true },
)

// Ballots stored by processes of 0.1.0.
const takeClear = sql<{ poll_id: number }, { choices: Scores }>(
  'urn.take_clear',
  'delete from urn where poll_id = :poll_id returning choices',
  { choices: SCORES },
  { patient: true },
)

const dropStepped = sql<{ poll_id: number }>(
  'urn.drop_stepped',
  'delete from shown_tallies where poll_id = :poll_id',
)

const clearTally = sql<{ poll_id: number }>(
  'urn.clear_tally',
  `update tallies set cast_count = 0, sums = '{}', answers = '{}', supports = '{}'
   where poll_id = :poll_id and cast_count > 0`,
)

/**
 * Hashes and random numbers one after the other: that takes a tenth of the time of lists. `choices` are
 * PostgreSQL arrays as text.
 */
type SealedRows = { poll_id: number; hashes: Buffer; choices: string[]; nonces: Buffer; nonce_bytes: number }
const seal = sql<SealedRows>(
  'urn.seal',
  `insert into sealed_ballots (poll_id, hash, choices, nonce)
   select :poll_id::bigint, substring(:hashes::bytea from (b.place::int - 1) * 32 + 1 for 32), b.choices::int[],
     substring(:nonces::bytea from (b.place::int - 1) * :nonce_bytes::int + 1 for :nonce_bytes::int)
   from unnest(:choices::text[]) with ordinality as b(choices, place)`,
  null,
  { patient: true },
)

const storeTally = sql<{ poll_id: number } & Tally>(
  'urn.store_tally',
  `update tallies set cast_count = :cast_count, sums = :sums::bigint[], answers = :answers::int[], supports = :supports::int[]
   where poll_id = :poll_id`,
)

const markSealed = sql<{ poll_id: number; was_clear: boolean }>(
  'urn.mark_sealed',
  `update polls set sealed_at = now(), key_missing_at = null,
     boxed_at = case when :was_clear then now() else boxed_at end where id = :poll_id`,
)

const setKey = sql<{ poll_id: number; urn_key: string | null; boxed: boolean }>(
  'urn.set_key',
  `update polls set urn_key = :urn_key, hide_results = 'until_closed',
     boxed_at = case when :boxed then now() else boxed_at end where id = :poll_id`,
)

const unboxed = sql<{ most: number }, { id: number }>(
  'urn.unboxed',
  `select id from polls
   where anonymous and opened_at is not null and closed_at is null and urn_key is null
     and discarded_at is null and closing_at > clock_timestamp()
   union select p.id from urn u cross join lateral (select * from polls where id = u.poll_id limit 1) p
   where p.closed_at is null and p.discarded_at is null and p.closing_at > clock_timestamp()
   order by id limit :most`,
  ID,
)

const keyLeft = sql<{ most: number }, { id: number; urn_key: string }>(
  'urn.key_left',
  `select id, urn_key from polls
   where urn_key is not null and sealed_at is not null and key_destroyed_at is null order by id limit :most`,
  { id: is.integer, urn_key: is.text },
)

const markDestroyed = sql<{ id: number }>(
  'urn.mark_destroyed',
  'update polls set key_destroyed_at = now() where id = :id and key_destroyed_at is null',
)

const keyed = sql<{ most: number; after: number }, KeyedPoll>(
  'urn.keyed',
  `select id, key, urn_key, key_missing_at is not null as missing from polls
   where urn_key is not null and sealed_at is null and id > :after order by id limit :most`,
  { id: is.integer, key: is.text, urn_key: is.text, missing: is.flag },
)

// A poll that was sealed in the meantime has no missing key: it was destroyed.
const markMissing = sql<{ ids: number[]; missing: boolean }, { id: number }>(
  'urn.mark_missing',
  `update polls set key_missing_at = case when :missing then coalesce(key_missing_at, now()) end
   where id = any (:ids::bigint[]) and sealed_at is null returning id`,
  ID,
)

const known = sql<{ urn_keys: string[] }, { urn_key: string }>(
  'urn.known_keys',
  'select urn_key from polls where urn_key = any (:urn_keys::text[]) and key_destroyed_at is null',
  { urn_key: is.text },
)

const stillOpen = sql<{ urn_keys: string[] }, { urn_key: string }>(
  'urn.open_keys',
  'select urn_key from polls where urn_key = any (:urn_keys::text[]) and sealed_at is null and closed_at is null',
  { urn_key: is.text },
)

/** Casts one vote on an anonymous poll. */
export async function castBox(db: Queryable, vote: BoxedVote): Promise<UrnOutcome> {
  return (await cast.one(db, vote)).outcome
}

/** The poll with this key whose voters get receipts, until it is sealed. Null: there is none. */
export async function pollWithReceipts(
  db: Queryable,
  key: string,
): Promise<{ id: number; urn_key: string } | null> {
  return (await withReceipts.first(db, { key })) ?? null
}

/** Whether an urn has the box with this tag. */
export async function hasBox(db: Queryable, box: { poll_id: number; tag: Buffer }): Promise<boolean> {
  return (await tagged.one(db, box)).there
}

/** Adds boxes to an urn, ordered by their random tags. */
export async function putInUrn(
  tx: Queryable,
  given: { poll_id: number; tags: Buffer[]; boxes: Buffer[] },
): Promise<void> {
  await putBoxes.run(tx, given)
}

/** The boxes of an urn, in no order. */
export async function boxesOf(tx: Queryable, poll_id: number): Promise<Buffer[]> {
  return (await boxes.all(tx, { poll_id })).map((row) => row.box)
}

/**
 * Removes an earlier release's plain-text ballots, and its running totals, from an urn, and returns the
 * ballots.
 */
export async function takeClearBallots(tx: Queryable, poll_id: number): Promise<Scores[]> {
  const rows = await takeClear.all(tx, { poll_id })
  await dropStepped.run(tx, { poll_id })
  await clearTally.run(tx, { poll_id })
  return rows.map((row) => row.choices)
}

/**
 * Stores the ballots of a closed poll in this order, and their totals, and deletes the urn. `was_clear`: some
 * were stored in plain text before.
 */
export async function writeSealed(
  tx: Queryable,
  poll_id: number,
  { ballots, tally, was_clear }: { ballots: SealedBallot[]; tally: Tally; was_clear: boolean },
): Promise<void> {
  let written = Promise.resolve(0)
  for (let from = 0; from < ballots.length; from += AT_ONCE) {
    const rows = sealedRows(poll_id, ballots.slice(from, from + AT_ONCE))
    await written
    // The next rows are made while the database writes these.
    written = seal.run(tx, rows)
  }
  await written
  await storeTally.run(tx, { poll_id, ...tally })
  await dropBoxes.run(tx, { poll_id })
  await markSealed.run(tx, { poll_id, was_clear })
}

function sealedRows(poll_id: number, ballots: SealedBallot[]): SealedRows {
  return {
    poll_id,
    hashes: Buffer.concat(ballots.map(({ hash }) => hash)),
    choices: ballots.map(({ choices }) => `{${choices.map((score) => score ?? 'null').join(',')}}`),
    nonces: Buffer.concat(ballots.map(({ nonce }) => nonce)),
    nonce_bytes: ballots[0]?.nonce.length ?? 0,
  }
}

/** Stores a poll's public key. `boxed`: plain-text ballots were moved into boxes. */
export async function setUrnKey(
  tx: Queryable,
  given: { poll_id: number; urn_key: string | null; boxed: boolean },
): Promise<void> {
  await setKey.run(tx, given)
}

/**
 * Open anonymous polls without a key, or with plain-text ballots: an earlier release created or filled them.
 */
export async function unboxedPolls(db: Queryable, most: number): Promise<number[]> {
  return (await unboxed.all(db, { most })).map((row) => row.id)
}

/** Sealed polls whose key is not recorded as destroyed. */
export function pollsWithKeyLeft(db: Queryable, most: number): Promise<{ id: number; urn_key: string }[]> {
  return keyLeft.all(db, { most })
}

/** Records that the key of a poll is destroyed. */
export async function markKeyDestroyed(db: Queryable, id: number): Promise<void> {
  await markDestroyed.run(db, { id })
}

/** Polls that still need their keys, by id; `after`: those above this id. */
export function pollsNeedingKeys(db: Queryable, page: { most: number; after: number }): Promise<KeyedPoll[]> {
  return keyed.all(db, page)
}

/** Records whether the keys of these polls are missing. Returns those of them that are not sealed. */
export async function markKeysMissing(db: Queryable, ids: number[], missing: boolean): Promise<number[]> {
  return (await markMissing.all(db, { ids, missing })).map((row) => row.id)
}

/** Those of these keys that a poll needs, or that still have to be destroyed. */
export async function knownUrnKeys(db: Queryable, urn_keys: string[]): Promise<string[]> {
  return (await known.all(db, { urn_keys })).map((row) => row.urn_key)
}

/** Those of these keys whose polls take votes. */
export async function openUrnKeys(db: Queryable, urn_keys: string[]): Promise<string[]> {
  return (await stillOpen.all(db, { urn_keys })).map((row) => row.urn_key)
}
