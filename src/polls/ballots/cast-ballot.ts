import { randomBytes } from 'node:crypto'
import { commitment, type Choices as Published, type Receipt } from '@folkmoot/check'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import { sha256 } from '../../db/keys/sha256.ts'
import { Conflict, changedSinceRead, Forbidden, Invalid, NotFound, problem, refuse } from '../../errors.ts'
import { manifestOfPoll } from '../heads/manifests-store.ts'
import { choicesOf } from '../heads/published-ballot.ts'
import { loadEdited } from '../past/load-poll-past.ts'
import { isRewordedSince } from '../past/poll-past.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { findPoll, pollOptions } from '../polls-store.ts'
import { castInUrn } from '../urn/cast-in-urn.ts'
import { signReceipt } from '../urn/load-receipt.ts'
import type { UrnOutcome } from '../urn/urn-store.ts'
import { type Choices, keptReason, type Reason, readBallot, type Scores } from './ballot.ts'
import { castBallots } from './ballots-store.ts'
import type { CastConditions, CastOutcome, CastRow, Vote } from './vote.ts'

export type { CastConditions } from './vote.ts'

export type CastBallot = CastConditions & {
  poll_id: number
  /** The poll if it was just read. */
  read?: { poll: Poll; options: PollOption[] } | undefined
  user_id: number
  choices: Choices
  reason: Reason | null
  /** With receipts: what hides the voter's number and words, 32 bytes; null: there is no receipt. */
  b?: Buffer | null
  /** The key that casts it for its voter; missing: the voter. */
  api_key_id?: number
}

/**
 * The result for the voter. `already`: the poll is anonymous and they voted before; the first vote counts.
 * `stale`: their current vote differs from the one they last saw. `moved`: the `rules` that checked the vote
 * are outdated; nothing was cast. An anonymous vote has neither id nor time.
 */
export type Cast =
  | { outcome: 'recorded' | 'unchanged'; ballot_id: number; cast_at: Date; vote: Vote }
  | { outcome: 'recorded' | 'already' | 'stale' | 'moved'; ballot_id: null; cast_at: null; given?: Given }

/**
 * The response to a voter with a receipt; `receipt` null: it cannot be signed now, and can be requested
 * again.
 */
export type Given = { receipt: Receipt | null; c: Buffer; choices: Published }

const MOST_IN_A_BATCH = 64
const B_BYTES = 32

const keyOf = ({ poll_id, user_id }: Vote) => `${poll_id} ${user_id}`

const castTogether = batched((on, votes: Vote[]) => castBallots(on, votes, false), {
  most: MOST_IN_A_BATCH,
  lanes: 1,
  keyOf,
})

/** Votes that wait for a locked poll do not delay those on other polls. */
const castWaiting = batched((on, votes: Vote[]) => castBallots(on, votes), {
  most: MOST_IN_A_BATCH,
  lanes: 2,
  keyOf,
})

/**
 * Casts or changes one person's vote. It is on disk when this returns. Invalid: the ballot breaks the poll's
 * rules; NotFound: no such poll; Forbidden `no_ballot`: this person has none; Conflict `poll_closed`. A
 * program gets Conflict `poll_anonymous`, and `ballot_of_voter` if the voter has voted; Conflict
 * `precondition_failed`: the poll is not `as_read`.
 */
export async function castBallot(db: Db, request: CastBallot): Promise<Cast> {
  const { poll, options } = request.read ?? (await readAsked(db, request.poll_id))
  if (request.api_key_id !== undefined) refuseAnonymous(poll)
  const { scores, problems } = readBallot(poll, options, request)
  refuse(problems)
  if (!poll.anonymous) return castNamed(db, request, { poll, scores })
  if (!poll.receipts) return castAnonymous(db, request, { scores, b: null, poll, c: null })
  return castWithReceipt(db, request, { poll, options, scores })
}

async function readAsked({ pool }: Db, id: number): Promise<{ poll: Poll; options: PollOption[] }> {
  const poll = await findPoll(pool, id)
  if (poll === null) throw new NotFound()
  return { poll, options: await pollOptions(pool, id) }
}

/** A program that casts votes in an anonymous poll would know who voted how. */
export function refuseAnonymous({ anonymous }: Pick<Poll, 'anonymous'>): void {
  if (anonymous) throw new Conflict('poll_anonymous.ballots')
}

async function castNamed(db: Db, request: CastBallot, { poll, scores }: NamedVote): Promise<Cast> {
  const { poll_id, user_id, reason, api_key_id = null, since, as_read, rules } = request
  const conditions = { since, as_read, rules }
  const vote: Vote = { poll_id, user_id, scores, ...keptReason(reason), api_key_id, ...conditions }
  const first = await castInTurn(db, vote)
  const reworded_at = api_key_id === null ? await rewordedSince(db, poll, first) : null
  const last = reworded_at === null ? first : await castInTurn(db, { ...vote, reworded_at })
  const { outcome, ballot_id, cast_at } = last
  if (outcome === 'recorded') db.committed()
  if (outcome === 'stale' || outcome === 'moved') return { outcome, ballot_id: null, cast_at: null }
  if ((outcome === 'recorded' || outcome === 'unchanged') && ballot_id !== null && cast_at !== null) {
    return { outcome, ballot_id, cast_at, vote }
  }
  throw refusal(outcome)
}

type NamedVote = Pick<Checked, 'poll' | 'scores'>

async function castInTurn(db: Db, vote: Vote): Promise<CastRow> {
  const together = await castTogether(db, vote)
  return together.outcome === 'busy' ? castWaiting(db, vote) : together
}

/** The edit of the question since the vote that this one leaves unchanged: the voter confirms it. */
async function rewordedSince(db: Db, poll: Poll, { outcome, cast_at }: CastRow): Promise<Date | null> {
  if (outcome !== 'unchanged' || cast_at === null) return null
  const edited = (await loadEdited(db.pool, [poll])).get(poll.id) ?? null
  return isRewordedSince(edited, { cast_at }) ? (edited?.reworded_at ?? null) : null
}

type Checked = { poll: Poll; options: PollOption[]; scores: Scores }

/** The commitment is made here from the ballot itself: a voter gets no receipt for another one. */
async function castWithReceipt(
  db: Db,
  request: CastBallot,
  { poll, options, scores }: Checked,
): Promise<Cast> {
  const b = request.b ?? randomBytes(B_BYTES)
  const opened = await manifestOfPoll(db.pool, poll.id)
  if (opened === null) throw new Conflict('poll_closed.not_open')
  const choices = choicesOf(poll, options.length, scores)
  const m = sha256(Buffer.from(opened.manifest))
  const c = Buffer.from(commitment(sha256, m, { choices, b }))
  const cast = await castAnonymous(db, request, { scores, b, poll, c })
  if (cast.outcome !== 'recorded' || cast.ballot_id !== null) return cast
  return { ...cast, given: { receipt: await signReceipt(db, poll.id, c), c, choices } }
}

async function castAnonymous(
  db: Db,
  { read: _, ...again }: CastBallot,
  { scores, b, poll, c }: Boxed,
): Promise<Cast> {
  const { poll_id, user_id } = again
  const { urn_key } = poll
  const outcome = await castInUrn(db, { poll_id, user_id, urn_key, ballot: { scores, b }, c })
  // Reads again: options are only added before the first vote.
  if (outcome === 'other_options') return castBallot(db, again)
  if (outcome === 'recorded' || outcome === 'already') return { outcome, ballot_id: null, cast_at: null }
  throw refusal(outcome)
}

type Boxed = { scores: Scores; b: Buffer | null; poll: Poll; c: Buffer | null }

function refusal(outcome: CastOutcome | UrnOutcome): Error {
  if (outcome === 'no_ballot') return new Forbidden('no_ballot.not_given')
  if (outcome === 'of_voter') return ballotOfVoter()
  if (outcome === 'changed') return changedSinceRead()
  if (outcome === 'used') return new Invalid([problem('b', 'request_differs')])
  if (outcome === 'closed') return new Conflict('poll_closed.not_open')
  return new Error(`a ballot was cast on the wrong path: ${outcome}`)
}

/** The error when a program would change a voter's own vote. */
export function ballotOfVoter(): Conflict {
  return new Conflict('ballot_of_voter.of_voter')
}
