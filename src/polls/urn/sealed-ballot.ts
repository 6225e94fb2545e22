import { createHash } from 'node:crypto'
import type { Scores } from '../ballots/ballot.ts'

/**
 * A ballot after closing: its choices, a random number, and the hash of both; in a poll with receipts what
 * hides the voter's number and words, and the commitment.
 */
export type SealedBallot = { choices: Scores; nonce: Buffer; hash: Buffer }

export const NONCE_BYTES = 16
/** The bytes of a hash that fit into a number: enough for sorting. */
const SORTED_BYTES = 6

/**
 * SHA-256 of the choices and the random number: it lets anybody find a ballot again without showing when it
 * was cast.
 */
export function sealHash(choices: Scores, nonce: Buffer): Buffer {
  const text = choices.map((score) => score ?? '-').join(',')
  return createHash('sha256').update(text).update(nonce).digest()
}

/**
 * Ballots ordered by their hashes, each with its part of these random bytes. We sort them before the database
 * sees them: it would sort them in a temporary file that starts with the order in which they were cast.
 */
export function inSealedOrder(all: Scores[], random: Buffer): SealedBallot[] {
  const sealed = all.map((choices, place) => {
    const nonce = random.subarray(place * NONCE_BYTES, (place + 1) * NONCE_BYTES)
    return { choices, nonce, hash: sealHash(choices, nonce) }
  })
  return byHash(sealed)
}

/** Ballots ordered by their hashes. */
export function byHash(ballots: readonly SealedBallot[]): SealedBallot[] {
  const sorted = ballots.map((ballot) => ({ ...ballot, head: ballot.hash.readUIntBE(0, SORTED_BYTES) }))
  return sorted.sort((a, b) => a.head - b.head || Buffer.compare(a.hash, b.hash))
}
