import type { Scores } from '../ballots/ballot.ts'
import { MAX_SCORE } from '../poll.ts'

/**
 * What a box holds before it is closed: how many slots the ballot has (one byte), and the score of each as
 * two bytes, big endian. All of a poll are of one length, whatever the ballot says, so that a length tells
 * nothing.
 */

/** A slot that the ballot leaves unanswered. No score comes near it. */
const UNANSWERED = 0xffff
const SLOT_BYTES = 2
/**
 * Slots are filled up to the next multiple: most polls have no more, and their boxes are a fifth of what 200
 * slots take.
 */
const SLOTS_STEP = 16

/** A ballot as the content of a box. */
export function packed(scores: Scores): Buffer {
  const content = Buffer.alloc(1 + Math.ceil(scores.length / SLOTS_STEP) * SLOTS_STEP * SLOT_BYTES)
  content.writeUInt8(scores.length, 0)
  scores.forEach((score, place) => {
    if (score !== null && (score < 0 || score > MAX_SCORE))
      throw new RangeError('a score does not fit its box')
    content.writeUInt16BE(score ?? UNANSWERED, 1 + place * SLOT_BYTES)
  })
  return content
}

/** The ballot that this content stands for. */
export function unpacked(content: Buffer): Scores {
  return Array.from({ length: content.readUInt8(0) }, (_, place) => {
    const score = content.readUInt16BE(1 + place * SLOT_BYTES)
    return score === UNANSWERED ? null : score
  })
}

/** The purpose for which a poll's key and a process's agree on another. */
export const BOX_KEY = 'folkmoot-urn-box-v1'
/** A box is the public half of the process's key, in front of what was enciphered. */
export const PUBLIC_BYTES = 32
