import type { Arrival, PollVisit } from '../members/load-visit.ts'
import { loadOwnBallot, type OwnBallot } from '../polls/load-ballot.ts'
import { type GivenReason, loadReasons } from '../polls/load-reasons.ts'
import { loadVoterNames } from '../polls/load-voter-names.ts'
import { pollState } from '../polls/poll.ts'
import type { Exchange } from './exchange.ts'
import { type Visited, visitPoll } from './poll-visit.ts'

/** All that a poll's page shows to whoever came. */
export type PollView = Visited & {
  own: OwnBallot | null
  reasons: GivenReason[]
  /** Of those whose single ballots are shown. */
  names: Map<number, string | null>
}

/** Loads it. NotFound: not there, or not theirs. */
export async function viewPoll(exchange: Exchange, arrival?: Arrival): Promise<PollView> {
  const visited = await visitPoll(exchange, arrival)
  const { visitor, ballot, loaded } = visited.visit
  const { pool } = exchange.services.db
  const [own, reasons, names] = await Promise.all([
    ballot?.voted === true ? loadOwnBallot(pool, loaded.poll, visitor.id) : null,
    loadReasons(pool, loaded),
    loaded.poll.poll_type === 'meeting' ? loadVoterNames(pool, loaded) : new Map<number, string | null>(),
  ])
  return { ...visited, own, reasons, names }
}

/** Whether the visitor can cast or change a vote now: an anonymous one is cast once. */
export function mayVoteNow({ ballot, loaded: { poll, options, now } }: PollVisit): boolean {
  if (ballot === null || (poll.anonymous && ballot.voted) || options.length === 0) return false
  return pollState(poll, now).is === 'open'
}
