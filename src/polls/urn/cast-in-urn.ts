import { randomBytes } from 'node:crypto'
import { change, type Db, SYSTEM } from '../../db/db.ts'
import type { BoxedBallot } from './box.ts'
import { closeBox } from './close-box.ts'
import { loadTagKey } from './load-tag-key.ts'
import { moveIntoBoxes } from './move-into-boxes.ts'
import { tagOf } from './receipt-tag.ts'
import { castBox, type UrnOutcome } from './urn-store.ts'

const TAG_BYTES = 32
/** The poll was just read; its key changes only once in its life, in an upgrade. */
const TRIES = 3

/** A vote whose scores were checked; `c`: the commitment to it; null: the poll gives no receipts. */
export type VoteInUrn = {
  poll_id: number
  user_id: number
  urn_key: string | null
  ballot: BoxedBallot
  c: Buffer | null
}

/**
 * Casts one person's vote on an anonymous poll, after its scores were checked; `urn_key` is the poll's, as it
 * was read. After 'recorded' the vote is on disk, in a box that nobody opens before the count.
 */
export async function castInUrn(db: Db, vote: VoteInUrn): Promise<UrnOutcome> {
  const { poll_id, user_id, ballot, c } = vote
  let { urn_key } = vote
  for (let left = TRIES; ; left--) {
    // An earlier release opened the poll.
    urn_key ??= await change(db, SYSTEM, (act) => moveIntoBoxes(act, poll_id))
    if (urn_key === null) return 'closed'
    const tag = await tagFor(db, urn_key, c)
    const boxed = { urn_key, slots: ballot.scores.length, tag, box: closeBox(urn_key, ballot) }
    const outcome = await castBox(db.pool, { poll_id, user_id, ...boxed })
    if (outcome !== 'other_key' || left === 0) return outcome
    urn_key = null
  }
}

/** With receipts the tag is found again by who knows the commitment; else it is random. */
async function tagFor(db: Db, urn_key: string, c: Buffer | null): Promise<Buffer> {
  if (c === null) return randomBytes(TAG_BYTES)
  const key = await loadTagKey(db, urn_key)
  if (key === null) throw new Error('the key of an urn is missing')
  return tagOf(key, c)
}
