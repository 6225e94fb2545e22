import type { Act } from '../../db/db.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { pollState } from '../poll.ts'
import { lockPoll } from '../polls-store.ts'
import { recordOfPoll } from '../record-poll.ts'
import { withdrawVote } from './ballots-store.ts'
import { ballotOfVoter, refuseAnonymous } from './cast-ballot.ts'
import { loadOwnBallot } from './load-ballot.ts'

/**
 * Withdraws a vote that a key has cast for this person: they keep their ballot, not cast. Its content is
 * archived. NotFound; Conflict: the poll is anonymous or not open, the ballot is not cast, or its voter cast
 * it.
 */
export async function withdrawBallot(
  act: Act,
  { poll_id, user_id }: { poll_id: number; user_id: number },
): Promise<void> {
  const locked = await lockPoll(act.tx, poll_id)
  if (locked === null) throw new NotFound()
  const { poll, now } = locked
  refuseAnonymous(poll)
  if (pollState(poll, now).is !== 'open') throw new Conflict('poll_closed.not_open')
  const ballot = await loadOwnBallot(act.tx, poll, user_id)
  if (ballot === null) throw new Conflict('ballot_not_cast.not_cast')
  if (!(await withdrawVote(act.tx, poll_id, user_id))) throw ballotOfVoter()
  await recordOfPoll(act, poll, { kind: 'stance_withdrawn' })
}
