import type { Act } from '../../db/db.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { pollState } from '../poll.ts'
import { lockPoll, markChanged } from '../polls-store.ts'
import { recordOfPoll } from '../record-poll.ts'
import { holdingOutcome } from './outcome.ts'
import { latestOutcome, withdrawOutcome } from './outcomes-store.ts'

/**
 * Withdraws the outcome of a closed poll, which stays closed; everyone who was notified of it is told. False:
 * it has none. NotFound; Conflict when the poll is not closed.
 */
export async function takeBackOutcome(act: Act, poll_id: number): Promise<boolean> {
  const { tx } = act
  const locked = await lockPoll(tx, poll_id)
  if (locked === null) throw new NotFound()
  const { poll, now } = locked
  if (pollState(poll, now).is !== 'closed') throw new Conflict('poll_not_closed.not_closed')
  if (holdingOutcome(await latestOutcome(tx, poll_id), poll, now) === null) return false
  await withdrawOutcome(tx, poll_id)
  await markChanged(tx, poll_id)
  await recordOfPoll(act, poll, { kind: 'outcome_withdrawn' })
  return true
}
