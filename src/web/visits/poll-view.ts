import type { Db } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { loadThreadVisit } from '../../members/visits/load-thread.ts'
import type { Arrival, PollVisit } from '../../members/visits/load-visit.ts'
import { seesAddresses } from '../../members/visits/visit.ts'
import { loadOwnBallot, type OwnBallot } from '../../polls/ballots/load-ballot.ts'
import { loadVoterNames } from '../../polls/ballots/load-voter-names.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollState } from '../../polls/poll.ts'
import { type GivenReason, loadReasons } from '../../polls/results/load-reasons.ts'
import { loadSpread, type Spread } from '../../polls/results/load-spread.ts'
import { type BoundedCache, boundedCache, bytesOf } from '../../text/bounded-cache.ts'
import type { Exchange } from '../request/exchange.ts'
import { arriveAtPoll, type Visited, visitPoll } from './poll-visit.ts'

/** All that a poll's page shows to whoever came. */
export type PollView = Visited & {
  own: OwnBallot | null
  reasons: GivenReason[]
  /** Of those whose single ballots are shown. */
  names: Map<number, string>
  /** Of those types that are drawn from it. */
  spread: Spread
  /** The poll's thread opens for whoever came, from this page. */
  opens_thread: boolean
}

/** Loads it. NotFound: not there, or not theirs. */
export async function viewPoll(exchange: Exchange, arrived?: Arrival): Promise<PollView> {
  const arrival = arrived ?? (await arriveAtPoll(exchange))
  const visited = await visitPoll(exchange, arrival)
  const { visitor, ballot, loaded } = visited.visit
  const { db } = exchange.services
  const { pool } = db
  const [own, reasons, names, spread, opens_thread] = await Promise.all([
    ballot?.voted === true ? loadOwnBallot(pool, loaded.poll, visitor.id) : null,
    reasonsOf(db, loaded, arrival),
    loadVoterNames(pool, loaded, seesAddresses(visited.visit)),
    loadSpread(pool, loaded),
    opensThread(db, visited.visit),
  ])
  return { ...visited, own, reasons, names, spread, opens_thread }
}

/** A personal link is for the poll alone, and so is a ballot of some who were removed from the thread. */
async function opensThread({ pool }: Db, { came_by, visitor, loaded }: PollVisit): Promise<boolean> {
  if (loaded.thread === null || came_by === 'link') return false
  if (visitor.member) return true
  try {
    await loadThreadVisit(pool, { token: '', user_id: visitor.id }, loaded.thread.discussion.key)
    return true
  } catch (refusal) {
    if (refusal instanceof NotFound) return false
    throw refusal
  }
}

const ROOM_BYTES = 8 * 1024 * 1024
/** What a vote takes beside its reason. */
const VOTE_BYTES = 800
const keptReasons = new WeakMap<Db['pool'], BoundedCache<GivenReason[]>>()

/** All who may see the reasons see the same ones, until something on the poll's page changes. */
async function reasonsOf({ pool }: Db, loaded: LoadedPoll, { shown }: Arrival): Promise<GivenReason[]> {
  if (!loaded.results.shown) return []
  const kept = keptReasons.get(pool) ?? boundedCache<GivenReason[]>(ROOM_BYTES, sizeOf)
  keptReasons.set(pool, kept)
  return kept.get(shown) ?? kept.keep(shown, await loadReasons(pool, loaded))
}

function sizeOf(reasons: GivenReason[], key: string): number {
  return reasons.reduce((all, { reason }) => all + VOTE_BYTES + bytesOf(reason), bytesOf(key))
}

/** Whether the visitor can cast or change a vote now: an anonymous one is cast once. */
export function mayVoteNow({ ballot, loaded: { poll, options, now } }: PollVisit): boolean {
  if (ballot === null || (poll.anonymous && ballot.voted === true) || options.length === 0) return false
  return pollState(poll, now).is === 'open'
}
