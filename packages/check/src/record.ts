import type { Json } from './canonical.ts'
import type { AnonymousRow, CommittedRow, NamedRow } from './leaves.ts'
import type { Manifest } from './manifest.ts'
import { isChoices } from './receipt.ts'
import {
  between,
  flag,
  hexOf,
  listOf,
  nested,
  nullable,
  number,
  objectOf,
  optional,
  type Shape,
  text,
  that,
  time,
  whole,
} from './shape.ts'

/**
 * A named ballot: what is under the root, and what only explains it. The voter, the reason and the time may
 * be left out later, when a person is erased.
 */
export type NamedBallotRow = NamedRow & {
  /** The salts in hex. */
  voter?: { id: number; name: string; salt: string }
  reason?: { text: string; salt: string }
  cast_at?: string
}

export type BallotRow = CommittedRow | AnonymousRow | NamedBallotRow

/** The total of an option; `average` null: nobody answered it. */
export type TotalRow = {
  slot: number
  rank: number
  score: number
  voter_count: number
  average: number | null
}

/** A closed poll with all that is needed to check it, without the service that it is from. */
export type PollRecord = {
  format: typeof POLL_RECORD
  manifest: Manifest
  /** Null, like `key` and `head`: the service has not signed it yet. */
  manifest_signature: string | null
  key: string | null
  head: string | null
  /** The head before it in the group. Null: it is the first one, or this reader may not see it. */
  previous_head: string | null
  /** In the order of their leaves. */
  ballots: BallotRow[]
  /** Everyone who could vote, by entries that hide them. */
  roll: { entry: string; voted: boolean }[]
  totals: { cast_count: number; rows: TotalRow[] }
  /** How the ballots were counted. Null: polls of this type elect nothing. */
  count: Json
  /** The decision under the poll's rules. Null: it has none. */
  verdict: Json
}

export const POLL_RECORD = 'folkmoot-poll/1'

// Wide limits: a manifest beyond them would make a checker run out of memory.
const MAX_OPTIONS = 1_000
const MAX_NUMBER = 1_000_000_000
const MAX_DEPTH = 20

const HASH_BYTES = 32
const SALT_BYTES = 16
const hash = hexOf(HASH_BYTES)
const salt = hexOf(SALT_BYTES)
const choices = that(isChoices)
const places = between(0, MAX_OPTIONS)
const amount = between(-MAX_NUMBER, MAX_NUMBER)

const MANIFEST = objectOf({
  format: that((value) => value === 'folkmoot-manifest/1'),
  poll: text,
  closing: whole,
  title: text,
  text_hash: hash,
  poll_type: text,
  anonymous: flag,
  receipts: flag,
  options: listOf(
    objectOf({ slot: between(1, MAX_OPTIONS), name: text, meaning: nullable(text), cost: nullable(amount) }),
  ),
  settings: objectOf({
    minimum_stance_choices: nullable(places),
    maximum_stance_choices: nullable(places),
    min_score: amount,
    max_score: amount,
    dots_per_person: amount,
    can_respond_maybe: flag,
    count_method: nullable(text),
    seats: between(1, MAX_OPTIONS),
    budget: nullable(amount),
  }),
  rules: objectOf({
    quorum_pct: nullable(number),
    thresholds: listOf(objectOf({ option: text, percent: number, of: text, at: text })),
    no_block: flag,
  }),
  lots: text,
  closing_at: time,
})

const COMMITTED = objectOf({ c: hash, b: hash, choices })
const ANONYMOUS = objectOf({ nonce: salt, choices })
const NAMED = objectOf({
  choices,
  cast_by_key: nullable(text),
  voter_hash: hash,
  reason_hash: nullable(hash),
  voter: optional(objectOf({ id: whole, name: text, salt })),
  reason: optional(objectOf({ text, salt })),
  cast_at: optional(text),
})

const RECORD = (ballot: Shape): Shape =>
  objectOf({
    manifest: MANIFEST,
    manifest_signature: nullable(text),
    key: nullable(text),
    head: nullable(text),
    previous_head: nullable(text),
    ballots: listOf(ballot),
    roll: listOf(objectOf({ entry: hash, voted: flag })),
    totals: objectOf({
      cast_count: whole,
      rows: listOf(
        objectOf({ slot: whole, rank: whole, score: number, voter_count: whole, average: nullable(number) }),
      ),
    }),
    count: nested(MAX_DEPTH),
    verdict: nested(MAX_DEPTH),
  })

/**
 * Reads a record. `wrong`: the path to what does not belong there, such as "ballots.3.choices"; `version`: it
 * is a record in another format than this program knows.
 */
export function readRecord(
  document: unknown,
): { record: PollRecord } | { wrong: string } | { version: string } {
  const { format, manifest } = (document ?? {}) as { format?: unknown; manifest?: Partial<Manifest> | null }
  if (typeof format !== 'string' || !format.startsWith('folkmoot-poll/')) return { wrong: 'format' }
  if (format !== POLL_RECORD) return { version: format }
  const wrong = RECORD(ballotOf(manifest ?? {}))(document)
  return wrong === null ? { record: document as PollRecord } : { wrong }
}

function ballotOf({ anonymous, receipts }: Partial<Manifest>): Shape {
  if (receipts === true) return COMMITTED
  return anonymous === true ? ANONYMOUS : NAMED
}
