import { randomBytes } from 'node:crypto'
import { change, type Db, SYSTEM } from '../../db/db.ts'
import type { Scores } from '../ballots/ballot.ts'
import { closeBox } from './close-box.ts'
import { moveIntoBoxes } from './move-into-boxes.ts'
import { castBox, type UrnOutcome } from './urn-store.ts'

const TAG_BYTES = 32
/** The poll was just read; its key changes only once in its life, in an upgrade. */
const TRIES = 3

/**
 * Casts one person's vote on an anonymous poll, after its scores were checked; `urn_key` is the poll's, as it
 * was read. After 'recorded' the vote is on disk, in a box that nobody opens before the count.
 */
export async function castInUrn(
  db: Db,
  vote: { poll_id: number; user_id: number; urn_key: string | null; scores: Scores },
): Promise<UrnOutcome> {
  const { poll_id, user_id, scores } = vote
  let { urn_key } = vote
  for (let left = TRIES; ; left--) {
    // An earlier release opened the poll.
    urn_key ??= await change(db, SYSTEM, (act) => moveIntoBoxes(act, poll_id))
    if (urn_key === null) return 'closed'
    const box = closeBox(urn_key, scores)
    const boxed = { urn_key, slots: scores.length, tag: randomBytes(TAG_BYTES), box }
    const outcome = await castBox(db.pool, { poll_id, user_id, ...boxed })
    if (outcome !== 'other_key' || left === 0) return outcome
    urn_key = null
  }
}
