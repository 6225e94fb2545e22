import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { SCORES, type Scores } from '../ballots/ballot.ts'

/** The last closing of a poll as it was written down, and the signed head before it in its group. */
export type ClosingRow = {
  closing: number
  manifest: string
  head: string
  secret: Buffer
  /** The names of the keys that cast ballots, by user id. */
  cast_by: Record<string, string>
  public_key: string | null
  manifest_signature: Buffer | null
  head_signature: Buffer | null
  previous_head: string | null
  previous_key: string | null
  previous_signature: Buffer | null
}

/**
 * A named ballot with what explains it. `erased`: its voter deleted their account; `reason_hash`: of the
 * reason that it had at the closing, if that was erased.
 */
export type NamedBallotRow = {
  user_id: number
  user_name: string | null
  erased: boolean
  reason_hash: Buffer | null
  scores: Scores
  reason: string | null
  cast_at: Date
}

const closing = sql<{ poll_id: number }, ClosingRow>(
  'records.closing',
  `select h.closing, h.manifest, h.head, h.secret, h.cast_by, h.public_key, h.manifest_signature, h.head_signature,
     b.head as previous_head, b.public_key as previous_key, b.head_signature as previous_signature
   from (select * from poll_heads where poll_id = :poll_id order by closing desc limit 1) h
   left join lateral (
     select * from poll_heads where group_id = h.group_id and place = h.place - 1 limit 1
   ) b on true`,
  {
    closing: is.integer,
    manifest: is.text,
    head: is.text,
    secret: is.bytes,
    cast_by: is.json(is.map(is.text)),
    public_key: is.nullable(is.text),
    manifest_signature: is.nullable(is.bytes),
    head_signature: is.nullable(is.bytes),
    previous_head: is.nullable(is.text),
    previous_key: is.nullable(is.text),
    previous_signature: is.nullable(is.bytes),
  },
)

const IN_POLL = usersIn('(select group_id from polls where id = :poll_id)')

// Checks the state again when reading: the poll may have been reopened since its results were shown.
const named = sql<{ poll_id: number; closing: number; after: number; most: number }, NamedBallotRow>(
  'records.named_ballots',
  `select b.user_id, u.name as user_name, b.scores, b.reason, b.cast_at, r.hash as reason_hash,
     exists (select from users where id = b.user_id and erased_at is not null) as erased
   from ballots b
   left join lateral (select name from ${IN_POLL} u where u.id = b.user_id limit 1) u on true
   left join erased_reasons r on r.poll_id = b.poll_id and r.closing = :closing::int and r.user_id = b.user_id
   where b.poll_id = :poll_id and b.user_id > :after
     and exists (select from polls p where p.id = :poll_id and p.closed_at is not null and not p.anonymous)
   order by b.user_id limit :most`,
  {
    user_id: is.integer,
    user_name: is.nullable(is.text),
    erased: is.flag,
    reason_hash: is.nullable(is.bytes),
    scores: SCORES,
    reason: is.nullable(is.text),
    cast_at: is.instant,
  },
)

/** The last closing of a poll. Null: it was never closed, or by a release without heads. */
export async function lastClosing(db: Queryable, poll_id: number): Promise<ClosingRow | null> {
  return (await closing.first(db, { poll_id })) ?? null
}

/** Ballots of a named poll whose last closing this is, by their voters. */
export function explainedPage(
  db: Queryable,
  page: { poll_id: number; closing: number; after: number; most: number },
): Promise<NamedBallotRow[]> {
  return named.all(db, page)
}
