import { randomBytes, randomUUID } from 'node:crypto'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/db.ts'
import { Conflict, Forbidden, NotFound, refuse } from '../errors.ts'
import { type Choices, type Reason, readBallot, type Scores } from './ballot.ts'
import {
  type AnonymousOutcome,
  type CastOutcome,
  castAnonymousBallot,
  castBallots,
  type Vote,
} from './ballots-store.ts'
import { findPoll, pollOptions } from './polls-store.ts'

export type CastBallot = { poll_id: number; user_id: number; choices: Choices; reason: Reason | null }

/**
 * What a voter is told. `already`: the poll is anonymous and this person voted before; the first vote
 * stands. An anonymous vote has neither id nor time.
 */
export type Cast =
  | { outcome: 'recorded' | 'unchanged'; ballot_id: number; cast_at: Date }
  | { outcome: 'recorded' | 'already'; ballot_id: null; cast_at: null }

/** How many ballots at least an open anonymous poll's shown totals move on by. */
export const ANONYMOUS_STEP = 3
const MOST_IN_A_BATCH = 64

const castTogether = batched(castBallots, {
  most: MOST_IN_A_BATCH,
  lanes: 1,
  keyOf: (vote) => `${vote.poll_id} ${vote.user_id}`,
})

/**
 * Casts or changes one person's vote. When this returns, the vote is on disk. Invalid: the ballot breaks the poll's
 * rules; NotFound: no such poll; Forbidden `no_ballot`: this person holds none; Conflict `poll_closed`.
 */
export async function castBallot(db: Db, request: CastBallot): Promise<Cast> {
  const poll = await findPoll(db.pool, request.poll_id)
  if (poll === null) throw new NotFound()
  const { scores, problems } = readBallot(
    poll,
    await pollOptions(db.pool, poll.id),
    request.choices,
    request.reason,
  )
  refuse(problems)
  return poll.anonymous ? castInUrn(db, request, scores) : castNamed(db, request, scores)
}

async function castNamed(db: Db, { poll_id, user_id, reason }: CastBallot, scores: Scores): Promise<Cast> {
  const text = reason === null || reason.text.trim() === '' ? null : reason.text
  const vote: Vote = { poll_id, user_id, scores, reason: text, reason_format: reason?.format ?? 'md' }
  const { outcome, ballot_id, cast_at } = await castTogether(db, vote)
  if (outcome === 'recorded') db.committed()
  if ((outcome === 'recorded' || outcome === 'unchanged') && ballot_id !== null && cast_at !== null) {
    return { outcome, ballot_id, cast_at }
  }
  throw refusal(outcome)
}

async function castInUrn(db: Db, { poll_id, user_id }: CastBallot, scores: Scores): Promise<Cast> {
  const outcome = await castAnonymousBallot(db.pool, {
    poll_id,
    user_id,
    scores,
    id: randomUUID(),
    nonce: randomBytes(16),
    step: ANONYMOUS_STEP,
  })
  if (outcome === 'recorded' || outcome === 'already') return { outcome, ballot_id: null, cast_at: null }
  throw refusal(outcome)
}

function refusal(outcome: CastOutcome | AnonymousOutcome): Error {
  if (outcome === 'no_ballot') return new Forbidden('no_ballot', 'You were not given a ballot in this poll.')
  if (outcome === 'closed') return new Conflict('poll_closed', 'Voting is not open in this poll.')
  return new Error(`a ballot was cast on the wrong path: ${outcome}`)
}
