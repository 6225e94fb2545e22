import { randomBytes } from 'node:crypto'
import { type Act, change, type Db, SYSTEM } from '../../db/db.ts'
import { dropDiscreet } from '../../users/personal-links-store.ts'
import { countClosing } from '../counts/count-poll.ts'
import { dropRefused } from '../electorate/refused-ballots-store.ts'
import { dropSpent } from '../electorate/spent-votes-store.ts'
import { inHashOrder } from '../heads/hash-in-slices.ts'
import { recordHead } from '../heads/record-head.ts'
import { closedEarly } from '../past/poll-past.ts'
import type { Poll } from '../poll.ts'
import { closerOf, lockAnyPoll } from '../polls-store.ts'
import { recordOfPoll } from '../record-poll.ts'
import { tallyOf } from '../results/tally/tally.ts'
import type { BoxedBallot } from './box.ts'
import { commitBallots } from './commit-ballots.ts'
import { destroyUrnKey } from './destroy-urn-keys.ts'
import { openBoxes } from './open-boxes.ts'
import { NONCE_BYTES, type SealedBallot, sealedBallots } from './sealed-ballot.ts'
import { boxesOf, markKeysMissing, takeClearBallots, writeSealed } from './urn-store.ts'

/** 100 000 ballots take seconds; a slow disk may take longer. */
const PATIENCE =
  "set local statement_timeout = '10min'; set local lock_timeout = '1min'; set local idle_in_transaction_session_timeout = '10min'"

/**
 * Seals a closed anonymous poll: opens its boxes, stores the ballots ordered by their hashes with new random
 * numbers, stores the totals, and then destroys the key. Does nothing for a poll that is not closed, or
 * already sealed; if the key is missing, only records that. Any number of processes may try at once: one does
 * it.
 */
export async function sealPoll(db: Db, id: number): Promise<void> {
  const urn_key = await change(db, SYSTEM, async (act) => {
    await act.tx.query(PATIENCE)
    const poll = await lockAnyPoll(act.tx, id)
    if (poll === null || !poll.anonymous || poll.closed_at === null || poll.sealed_at !== null) return null
    return (await seal(act, poll)) ? poll.urn_key : null
  })
  if (urn_key !== null) await destroyUrnKey(db, { id, urn_key })
}

/** False when the key is missing. */
async function seal(act: Act, poll: Poll): Promise<boolean> {
  const boxed = await openUrn(act, poll)
  if (boxed === null) {
    await markKeysMissing(act.tx, [poll.id], true)
    return false
  }
  const clear = await takeClearBallots(act.tx, poll.id)
  const choices = [...boxed.map(({ scores }) => scores), ...clear]
  const sealed = poll.receipts
    ? await commitBallots(act.tx, poll, boxed)
    : sealedBallots(choices, randomBytes(choices.length * NONCE_BYTES))
  const ballots = await inSealedOrder(sealed)
  await writeSealed(act.tx, poll.id, { ballots, tally: tallyOf(choices), was_clear: clear.length > 0 })
  if (poll.closed_at !== null) {
    await countClosing(act, poll, poll.closed_at)
    await recordHead(act, poll, poll.closed_at)
  }
  await dropDiscreet(act.tx, poll.id)
  await dropSpent(act.tx, poll.id)
  await dropRefused(act.tx, poll.id)
  if (poll.discarded_at === null) {
    // The service seals it: whoever closed the poll early did so before.
    const actor_id = await closerOf(act.tx, poll.id)
    await recordOfPoll(act, poll, { kind: closingKind(poll), actor_id })
  }
  return true
}

/** The ballots in the boxes. Null: their key is missing. */
async function openUrn({ tx, urn_keys }: Act, { id, urn_key }: Poll): Promise<BoxedBallot[] | null> {
  // Opened and closed by an earlier release: its ballots are in plain text.
  if (urn_key === null) return []
  const boxes = await boxesOf(tx, id)
  if (boxes.length === 0) return []
  const private_key = await urn_keys.find(tx, urn_key)
  if (private_key === null) return null
  try {
    return await openBoxes(private_key, boxes)
  } finally {
    private_key.fill(0)
  }
}

/**
 * Ballots ordered by their hashes. We sort them before the database sees them: it would sort them in a
 * temporary file that starts with the order in which they were cast.
 */
async function inSealedOrder(ballots: readonly SealedBallot[]): Promise<SealedBallot[]> {
  const ordered: SealedBallot[] = []
  await inHashOrder(
    ballots,
    ({ hash }) => hash,
    (ballot) => ordered.push(ballot),
  )
  return ordered
}

function closingKind(poll: Poll): 'poll_expired' | 'poll_closed_by_user' {
  return closedEarly(poll) === null ? 'poll_expired' : 'poll_closed_by_user'
}
