import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { SCORES, type Scores } from '../ballots/ballot.ts'
import type { NamedBallot } from './published-ballot.ts'

/** A closing as it was written down. Signatures are null while nobody has signed it. */
export type StoredHead = {
  poll_id: number
  closing: number
  manifest: string
  head: string
  public_key: string | null
  manifest_signature: Buffer | null
  head_signature: Buffer | null
}

/** Someone who could vote, and whether they did. */
export type Holder = { user_id: number; voted: boolean }

export type SealedRow = { hash: Buffer; scores: Scores; nonce: Buffer }

export type NewHead = Pick<StoredHead, 'poll_id' | 'closing' | 'manifest' | 'head'> & {
  group_id: number
  place: number
  secret: Buffer
  cast_by: Record<string, string>
}

/** The signer and the signatures. `public_key`: hex. */
export type Signatures = { public_key: string; manifest_signature: Buffer; head_signature: Buffer }

const HASH_BYTES = 32

const HEAD_ROW = {
  poll_id: is.integer,
  closing: is.integer,
  manifest: is.text,
  head: is.text,
  public_key: is.nullable(is.text),
  manifest_signature: is.nullable(is.bytes),
  head_signature: is.nullable(is.bytes),
}
const HEAD = 'poll_id, closing, manifest, head, public_key, manifest_signature, head_signature'

// Closings of one group take turns: each names the one before it.
const takeTurns = sql<{ group_id: number }>(
  'heads.take_turns',
  'select pg_advisory_xact_lock(hashtextextended(:group_id::bigint::text, 9))',
)

const last = sql<
  { group_id: number; poll_id: number },
  { place: number; head: string | null; closing: number }
>(
  'heads.last',
  `select coalesce(l.place, 0) as place, l.head,
     (select coalesce(max(closing), 0) from poll_heads where poll_id = :poll_id) as closing
   from (select 1) one
   left join lateral (select place, head from poll_heads where group_id = :group_id order by place desc limit 1) l on true`,
  { place: is.integer, head: is.nullable(is.text), closing: is.integer },
)

const insert = sql<NewHead>(
  'heads.insert',
  `insert into poll_heads (poll_id, closing, group_id, place, manifest, head, secret, cast_by)
   values (:poll_id, :closing, :group_id, :place, :manifest, :head, :secret, :cast_by)`,
)

const sign = sql<Signatures & { poll_id: number; closing: number }>(
  'heads.sign',
  `update poll_heads set public_key = :public_key, manifest_signature = :manifest_signature,
     head_signature = :head_signature
   where poll_id = :poll_id and closing = :closing and public_key is null`,
)

const ofPoll = sql<{ poll_id: number }, StoredHead>(
  'heads.of_poll',
  `select ${HEAD} from poll_heads where poll_id = :poll_id order by closing desc limit 1`,
  HEAD_ROW,
)

const unsigned = sql<{ most: number }, StoredHead>(
  'heads.unsigned',
  `select ${HEAD} from poll_heads where public_key is null order by poll_id limit :most`,
  HEAD_ROW,
)

/** Rows of a poll in the order of their keys, those after one of them. */
type Page<Key> = { poll_id: number; after: Key; most: number }

const named = sql<Page<number>, NamedBallot>(
  'heads.named_ballots',
  `select b.user_id, b.scores, b.reason, k.name as cast_by
   from ballots b left join lateral (select name from api_keys where id = b.api_key_id limit 1) k on true
   where b.poll_id = :poll_id and b.user_id > :after order by b.user_id limit :most`,
  { user_id: is.integer, scores: SCORES, reason: is.nullable(is.text), cast_by: is.nullable(is.text) },
)

const sealed = sql<Page<Buffer>, SealedRow>(
  'heads.sealed_ballots',
  `select hash, choices as scores, nonce from sealed_ballots
   where poll_id = :poll_id and hash > :after order by hash limit :most`,
  { hash: is.bytes, scores: SCORES, nonce: is.bytes },
)

// As one value: rows of their own would take five times as long.
const hashes = sql<{ poll_id: number }, { all: Buffer }>(
  'heads.sealed_hashes',
  `select coalesce(string_agg(hash, '' order by hash), '') as all from sealed_ballots where poll_id = :poll_id`,
  { all: is.bytes },
  { patient: true },
)

const roll = sql<Page<number>, Holder>(
  'heads.roll',
  `select user_id, voted from electorate
   where poll_id = :poll_id and user_id > :after
     and (withdrawn_at is null or voted or counts_on(poll_id, user_id))
   order by user_id limit :most`,
  { user_id: is.integer, voted: is.flag },
)

/**
 * The last head of a group (place 0, head null: there is none), and the number of the poll's last closing.
 * Other closings of the group wait until the transaction ends.
 */
export async function lastHead(
  tx: Queryable,
  of: { group_id: number; poll_id: number },
): Promise<{ place: number; head: string | null; closing: number }> {
  await takeTurns.run(tx, { group_id: of.group_id })
  return last.one(tx, of)
}

export async function insertHead(tx: Queryable, head: NewHead): Promise<void> {
  await insert.run(tx, head)
}

/** Stores the signatures of a head; those it has stay. */
export async function storeSignatures(
  db: Queryable,
  { poll_id, closing }: Pick<StoredHead, 'poll_id' | 'closing'>,
  signatures: Signatures,
): Promise<void> {
  await sign.run(db, { poll_id, closing, ...signatures })
}

/** The head of a poll's last closing. Null: there is none. */
export async function headOfPoll(db: Queryable, poll_id: number): Promise<StoredHead | null> {
  return (await ofPoll.first(db, { poll_id })) ?? null
}

/** Heads that wait for their signatures. */
export function unsignedHeads(db: Queryable, most: number): Promise<StoredHead[]> {
  return unsigned.all(db, { most })
}

/** Ballots of a named poll, by their voters. */
export function namedPage(tx: Queryable, page: Page<number>): Promise<NamedBallot[]> {
  return named.all(tx, page)
}

/** Ballots of a sealed poll, by their hashes. */
export function sealedPage(tx: Queryable, page: Page<Buffer>): Promise<SealedRow[]> {
  return sealed.all(tx, page)
}

/** The hashes of a sealed poll's ballots. */
export async function sealedHashes(tx: Queryable, poll_id: number): Promise<Buffer[]> {
  const { all } = await hashes.one(tx, { poll_id })
  const number = all.length / HASH_BYTES
  return Array.from({ length: number }, (_, place) =>
    all.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  )
}

/** People who could vote on a poll. */
export function rollPage(tx: Queryable, page: Page<number>): Promise<Holder[]> {
  return roll.all(tx, page)
}
