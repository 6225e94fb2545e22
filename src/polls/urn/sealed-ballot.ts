import { createHash } from 'node:crypto'
import type { Scores } from '../ballots/ballot.ts'

/**
 * A ballot after closing: its choices, a random number, and the hash of both; in a poll with receipts what
 * hides the voter's number and words, and the commitment.
 */
export type SealedBallot = { choices: Scores; nonce: Buffer; hash: Buffer }

export const NONCE_BYTES = 16

/**
 * SHA-256 of the choices and the random number: it lets anyone find a ballot again without showing when it
 * was cast.
 */
export function sealHash(choices: Scores, nonce: Buffer): Buffer {
  const text = choices.map((score) => score ?? '-').join(',')
  return createHash('sha256').update(text).update(nonce).digest()
}

/** Ballots, each with its part of these random bytes, and the hash of both. */
export function sealedBallots(all: Scores[], random: Buffer): SealedBallot[] {
  return all.map((choices, place) => {
    const nonce = random.subarray(place * NONCE_BYTES, (place + 1) * NONCE_BYTES)
    return { choices, nonce, hash: sealHash(choices, nonce) }
  })
}
