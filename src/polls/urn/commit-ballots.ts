import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { commitment } from '@folkmoot/check'
import { sha256 } from '../../db/keys/sha256.ts'
import type { Queryable } from '../../db/sql.ts'
import { manifestOfPoll } from '../heads/manifests-store.ts'
import { choicesOf } from '../heads/published-ballot.ts'
import type { Poll } from '../poll.ts'
import { pollOptions } from '../polls-store.ts'
import type { BoxedBallot } from './box.ts'
import type { SealedBallot } from './sealed-ballot.ts'

/** Ballots hashed before other requests get a turn. */
const SLICE = 500
const B_BYTES = 32

/**
 * The ballots of a poll with receipts as they are published: each with its commitment.
 */
export async function commitBallots(
  tx: Queryable,
  poll: Poll,
  ballots: readonly BoxedBallot[],
): Promise<SealedBallot[]> {
  const opened = await manifestOfPoll(tx, poll.id)
  if (opened === null) throw new Error(`poll ${poll.key} issues receipts without a manifest`)
  const m = sha256(Buffer.from(opened.manifest))
  const { length } = await pollOptions(tx, poll.id)
  const sealed: SealedBallot[] = []
  for (const [place, { scores, b }] of ballots.entries()) {
    if (place % SLICE === SLICE - 1) await setImmediate()
    // A process of an earlier release took the vote: nobody has a receipt for it.
    const nonce = b ?? randomBytes(B_BYTES)
    const choices = choicesOf(poll, length, scores)
    const hash = Buffer.from(commitment(sha256, m, { choices, b: nonce }))
    sealed.push({ choices: scores, nonce, hash })
  }
  return sealed
}
