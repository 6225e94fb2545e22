import { randomBytes } from 'node:crypto'
import { type Act, change, type Db, SYSTEM } from '../../db/db.ts'
import { pollState } from '../poll.ts'
import { lockPoll } from '../polls-store.ts'
import { closeBox } from './close-box.ts'
import { putInUrn, setUrnKey, takeClearBallots, unboxedPolls } from './urn-store.ts'

const TAG_BYTES = 32
const MOST_POLLS = 100

/**
 * Gives an open anonymous poll from an earlier release its key, and moves ballots that the release stored in
 * plain text into boxes. Returns the public key; null: the poll takes no votes.
 */
export async function moveIntoBoxes({ tx, urn_keys }: Act, poll_id: number): Promise<string | null> {
  const locked = await lockPoll(tx, poll_id)
  if (locked === null || !locked.poll.anonymous || pollState(locked.poll, locked.now).is !== 'open')
    return null
  const urn_key = locked.poll.urn_key ?? (await urn_keys.make(tx))
  const ballots = await takeClearBallots(tx, poll_id)
  if (ballots.length > 0) {
    const boxes = ballots.map((scores) => closeBox(urn_key, { scores, b: null }))
    await putInUrn(tx, { poll_id, tags: boxes.map(() => randomBytes(TAG_BYTES)), boxes })
  }
  // A poll without a key may have had votes that were changed or deleted: their traces are cleaned too.
  await setUrnKey(tx, { poll_id, urn_key, boxed: ballots.length > 0 || locked.poll.urn_key === null })
  return urn_key
}

/** Does so for every poll that needs it, also for new votes cast by a process of an earlier release. */
export async function moveAllIntoBoxes(db: Db): Promise<void> {
  for (const id of await unboxedPolls(db.pool, MOST_POLLS))
    await change(db, SYSTEM, (act) => moveIntoBoxes(act, id))
}
