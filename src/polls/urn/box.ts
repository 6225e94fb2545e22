import type { Scores } from '../ballots/ballot.ts'
import { MAX_SCORE } from '../poll.ts'

/**
 * The content of a box before encryption: the ballot's number of slots (one byte), and the score of each as
 * two bytes, big endian. All boxes of a poll have the same length, whatever the ballot says, so that a length
 * reveals nothing. In a poll with receipts 32 bytes follow, which the voter's receipt commits to.
 */

/** A slot without an answer. No score comes near it. */
const UNANSWERED = 0xffff
const SLOT_BYTES = 2
/**
 * Slots are padded to the next multiple: most polls have no more, and their boxes are a fifth of the size
 * with 200 slots.
 */
const SLOTS_STEP = 16

/** A ballot, and what hides its voter's number and words in the receipt; null: there are no receipts. */
export type BoxedBallot = { scores: Scores; b: Buffer | null }

const B_BYTES = 32

/** Packs a ballot as the content of a box. */
export function packed({ scores, b }: BoxedBallot): Buffer {
  const content = Buffer.alloc(1 + Math.ceil(scores.length / SLOTS_STEP) * SLOTS_STEP * SLOT_BYTES)
  content.writeUInt8(scores.length, 0)
  scores.forEach((score, place) => {
    if (score !== null && (score < 0 || score > MAX_SCORE))
      throw new RangeError('a score does not fit its box')
    content.writeUInt16BE(score ?? UNANSWERED, 1 + place * SLOT_BYTES)
  })
  return b === null ? content : Buffer.concat([content, b])
}

/** The ballot in this content. */
export function unpacked(content: Buffer): BoxedBallot {
  const slots = content.readUInt8(0)
  const end = 1 + Math.ceil(slots / SLOTS_STEP) * SLOTS_STEP * SLOT_BYTES
  const scores = Array.from({ length: slots }, (_, place) => {
    const score = content.readUInt16BE(1 + place * SLOT_BYTES)
    return score === UNANSWERED ? null : score
  })
  return { scores, b: content.length === end + B_BYTES ? content.subarray(end) : null }
}

/** The purpose of the key agreement between a poll's and a process's key. */
export const BOX_KEY = 'folkmoot-urn-box-v1'
/** A box is the process's public key, followed by the ciphertext. */
export const PUBLIC_BYTES = 32
