import {
  type AnonymousRow,
  type Choices,
  hex,
  type NamedRow,
  reasonHash,
  rollEntry,
  voterHash,
} from '@folkmoot/check'
import { sha256 } from '../../db/keys/sha256.ts'
import type { Scores } from '../ballots/ballot.ts'
import type { Poll } from '../poll.ts'
import { pollType } from '../types/index.ts'

const SALT_BYTES = 16

/** A named ballot as it is stored. `cast_by`: the name of the API key that cast it for its voter. */
export type NamedBallot = { user_id: number; scores: Scores; reason: string | null; cast_by: string | null }

/** What a salt hides: the voter of a ballot, its reason, or the holder of a ballot in the roll. */
export type Hidden = 'voter' | 'reason' | 'roll'

/** The salt of one person in a closing, 16 bytes, from the closing's secret, which nobody else has. */
export function saltOf(secret: Buffer, hides: Hidden, user_id: number): Buffer {
  return sha256(Buffer.concat([secret, Buffer.from(`${hides} ${user_id}`)])).subarray(0, SALT_BYTES)
}

/** The answers of a ballot as they are published; `options`: how many the poll has. */
export function choicesOf(poll: Poll, options: number, scores: Scores): Choices {
  const { numberOf } = pollType(poll.poll_type)
  return scores.flatMap((score, place) =>
    score === null ? [] : [[place + 1, numberOf(score, poll, options)] as const],
  )
}

/** What of a named ballot is under the root. */
export function namedRow(
  { user_id, reason, cast_by }: NamedBallot,
  choices: Choices,
  secret: Buffer,
): NamedRow {
  return {
    choices,
    cast_by_key: cast_by,
    voter_hash: hex(voterHash(sha256, saltOf(secret, 'voter', user_id), user_id)),
    reason_hash: reason === null ? null : hex(reasonHash(sha256, saltOf(secret, 'reason', user_id), reason)),
  }
}

/** What of a sealed ballot is under the root. */
export function anonymousRow(nonce: Buffer, choices: Choices): AnonymousRow {
  return { nonce: nonce.toString('hex'), choices }
}

/** The entry of a person in the roll of a closing, 32 bytes. */
export function rollEntryOf(secret: Buffer, manifest_hash: Uint8Array, user_id: number): Uint8Array {
  return rollEntry(sha256, saltOf(secret, 'roll', user_id), { manifest_hash, user_id })
}
