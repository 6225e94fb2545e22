import { compareBytes, joined, purpose, type Sha256, utf8 } from './bytes.ts'
import { canonicalBytes } from './canonical.ts'

/**
 * The answers of a ballot: [slot, number], by slot; for rankings the number is the rank, 1 being the best.
 */
export type Choices = readonly (readonly [slot: number, number: number])[]

/** The part of a named ballot that is under the root. `cast_by_key`: the name of the API key that cast it. */
export type NamedRow = {
  choices: Choices
  cast_by_key: string | null
  voter_hash: string
  reason_hash: string | null
}

/** The part of an anonymous ballot without a receipt that is under the root. `nonce`: hex. */
export type AnonymousRow = { nonce: string; choices: Choices }

/** The published part of a ballot with a receipt: `c` is its leaf. Both hashes in hex. */
export type CommittedRow = { c: string; b: string; choices: Choices }

const BALLOT = purpose('folkmoot-ballot-v1')
const ROW = purpose('folkmoot-row-v1')
const ROLL = purpose('folkmoot-roll-v1')
const LENGTH_BYTES = 4

/** b: hides the voter's random 32 bytes and the words they chose. */
export function blinding(sha256: Sha256, nonce: Uint8Array, mark: string): Uint8Array {
  return sha256(joined(nonce, utf8(mark)))
}

/** c: the commitment to a ballot of one poll, 32 bytes; nobody can find two ballots for it. */
export function commitment(
  sha256: Sha256,
  manifest_hash: Uint8Array,
  { choices, b }: { choices: Choices; b: Uint8Array },
): Uint8Array {
  // Numbers in lists are canonical as JSON writes them, and this takes a fifth of the time.
  const bytes = utf8(JSON.stringify(choices))
  const length = new Uint8Array(LENGTH_BYTES)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return sha256(joined(BALLOT, manifest_hash, length, bytes, b))
}

/** The leaf of a ballot without a receipt. */
export function rowLeaf(sha256: Sha256, manifest_hash: Uint8Array, row: NamedRow | AnonymousRow): Uint8Array {
  return sha256(joined(ROW, manifest_hash, canonicalBytes(row)))
}

/** Hides the voter from anyone who does not have the salt. */
export function voterHash(sha256: Sha256, salt: Uint8Array, user_id: number): Uint8Array {
  return sha256(joined(salt, utf8(String(user_id))))
}

/** Hides a reason from anyone who does not have the salt. */
export function reasonHash(sha256: Sha256, salt: Uint8Array, text: string): Uint8Array {
  return sha256(joined(salt, utf8(text)))
}

/** The entry of a person in a poll's roll: only who has the salt can tell whose it is. */
export function rollEntry(
  sha256: Sha256,
  salt: Uint8Array,
  { manifest_hash, user_id }: { manifest_hash: Uint8Array; user_id: number },
): Uint8Array {
  return sha256(joined(ROLL, salt, manifest_hash, utf8(String(user_id))))
}

/** Hashes in the order of their bytes, which tells nothing of who or when. */
export function inHashOrder<T>(rows: readonly T[], hashOf: (row: T) => Uint8Array): T[] {
  return [...rows].sort((one, other) => compareBytes(hashOf(one), hashOf(other)))
}
