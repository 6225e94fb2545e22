import { createHash } from 'node:crypto'
import type { Scores } from '../ballots/ballot.ts'

/** A ballot as the closing keeps it: its choices, a random number, and the hash of both. */
export type SealedBallot = { choices: Scores; nonce: Buffer; hash: Buffer }

export const NONCE_BYTES = 16
/** So many bytes of a hash fit into a number: enough to sort by. */
const SORTED_BYTES = 6

/**
 * SHA-256 of the choices and the random number: by it anybody finds a ballot again, and nobody learns when it
 * came.
 */
export function sealHash(choices: Scores, nonce: Buffer): Buffer {
  const text = choices.map((score) => score ?? '-').join(',')
  return createHash('sha256').update(text).update(nonce).digest()
}

/**
 * Ballots in the order of their hashes, each with its part of these random bytes. They are sorted before the
 * database sees them: it would sort them in a temporary file that begins with the order in which they were
 * cast.
 */
export function inSealedOrder(all: Scores[], random: Buffer): SealedBallot[] {
  const sealed = all.map((choices, place) => {
    const nonce = random.subarray(place * NONCE_BYTES, (place + 1) * NONCE_BYTES)
    const hash = sealHash(choices, nonce)
    return { choices, nonce, hash, head: hash.readUIntBE(0, SORTED_BYTES) }
  })
  sealed.sort((a, b) => a.head - b.head || Buffer.compare(a.hash, b.hash))
  return sealed
}
