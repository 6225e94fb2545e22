import type { Db } from '../../db/db.ts'
import { isPublicThread } from '../../discussions/discussion.ts'
import { queryOf } from '../../http/credentials.ts'
import { spoken } from '../../locales/say.ts'
import { loadOpenVoters, type OpenVoter } from '../../members/visits/load-open-voters.ts'
import { opensThread } from '../../members/visits/load-thread.ts'
import type { Arrival, PollVisit } from '../../members/visits/load-visit.ts'
import { loadOwnBallot, type OwnVote } from '../../polls/ballots/load-ballot.ts'
import { loadVoterNames } from '../../polls/ballots/load-voter-names.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { loadCount } from '../../polls/counts/load-count.ts'
import { isElection } from '../../polls/counts/methods.ts'
import { loadRefused } from '../../polls/electorate/load-refused.ts'
import type { Refused } from '../../polls/electorate/refused-ballots-store.ts'
import { loadToldHead, type ToldHead } from '../../polls/heads/load-head.ts'
import { loadManifestHash } from '../../polls/heads/load-manifest-hash.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { loadPollPast } from '../../polls/past/load-poll-past.ts'
import type { PollPast } from '../../polls/past/poll-past.ts'
import { isFinal, pollState } from '../../polls/poll.ts'
import { type Choosers, choosersWith, loadChoosers, NO_CHOOSERS } from '../../polls/results/load-choosers.ts'
import { type GivenReason, loadReasons } from '../../polls/results/load-reasons.ts'
import { loadSpreads, NO_SPREAD, type Spread } from '../../polls/results/load-spread.ts'
import { ALL_ASKED, loadUnasked, type Unasked } from '../../polls/results/load-unasked.ts'
import { pollType } from '../../polls/types/index.ts'
import { type BoundedCache, boundedCache, bytesOf } from '../../text/bounded-cache.ts'
import { isFromThread } from '../../users/mint-link.ts'
import { shownNames } from '../../users/shown-names.ts'
import type { Exchange } from '../request/exchange.ts'
import { keptToken } from '../request/link-cookie.ts'
import { openVoteToken } from '../request/open-vote-cookie.ts'
import { arriveAtPoll, type Visited, visitPoll } from './poll-visit.ts'

/** What all people who may see single ballots see of them. */
type Shared = Facts & Called

/** The same for readers of one language: it has words for people without a name, and an order of names. */
type Called = {
  choosers: Choosers
  /** The names of these people and of those who gave reasons. */
  called: Map<number, string>
}

/** The same for readers of all languages. */
type Facts = {
  reasons: GivenReason[]
  /** For types that draw it. */
  spread: Spread
  unasked: Unasked
  /** Of polls that elect by a chosen method, or could have been counted by others. */
  counted: CountedBallots | null
  /** Of the last closing, once the results are final. */
  head: ToldHead | null
}

/** The hash of what is voted on, 32 bytes, and how many may vote. */
export type Receipts = { manifest_hash: Buffer; voters: number }

/** Everything a poll's page shows to its visitor. */
export type PollView = Visited &
  Shared & {
    own: OwnVote | null
    /** Why they have no ballot, if another account with their address is the reason. */
    refused: Refused | null
    /** What receipts are for. Null: the poll is not open, or gives none. */
    receipts: Receipts | null
    /** Of everyone who is named beside the results. */
    names: Map<number, string>
    /** Votes by open links, where single ballots are shown; null: not asked for. */
    open_voters: OpenVoter[] | null
    /** Earlier outcomes, and whether it was edited. */
    past: PollPast
    /** The address at which the visitor may open the poll's thread. Null: none. */
    thread_path: string | null
  }

/** Loads it. NotFound: missing, or not visible. */
export async function viewPoll(exchange: Exchange, arrived?: Arrival): Promise<PollView> {
  const arrival = arrived ?? (await arriveAtPoll(exchange))
  const visited = await visitPoll(exchange, arrival)
  const { visitor, ballot, loaded } = visited.visit
  const { db } = exchange.services
  const { pool } = db
  const [own, refused, shared, names, thread_path, receipts, open_voters, past] = await Promise.all([
    ballot?.voted === true ? loadOwnBallot(pool, loaded.poll, visitor.id) : null,
    ballot === null ? loadRefused(pool, { poll_id: loaded.poll.id, user_id: visitor.id }) : null,
    sharedOf(pool, loaded, arrival.shown),
    loadVoterNames(pool, loaded),
    threadPathOf(db.pool, visited.visit, isFromThread(keptToken(exchange))),
    receiptsOf(pool, loaded),
    'open' in queryOf(exchange.request) ? openVotersOf(exchange, loaded, visitor.member) : null,
    loadPollPast(pool, loaded.poll, loaded.outcome?.outcome ?? null),
  ])
  return {
    ...visited,
    ...shared,
    own,
    refused,
    names: new Map([...shared.called, ...names]),
    thread_path,
    receipts,
    open_voters,
    past,
  }
}

/** How many votes by open links a page lists. */
const MOST_OPEN_VOTERS = 200

async function openVotersOf(
  exchange: Exchange,
  { poll, results }: LoadedPoll,
  to_member: boolean,
): Promise<OpenVoter[]> {
  if (!results.shown || !results.named) return []
  const { id: poll_id, group_id } = poll
  const browser = openVoteToken(exchange)
  const asked = { poll_id, group_id, most: MOST_OPEN_VOTERS, to_member, browser }
  return loadOpenVoters(exchange.services.db.pool, asked)
}

async function receiptsOf(pool: Db['pool'], loaded: LoadedPoll): Promise<Receipts | null> {
  const manifest_hash = await loadManifestHash(pool, loaded)
  return manifest_hash === null ? null : { manifest_hash, voters: loaded.voters_count }
}

/**
 * The address at which the visitor may open the poll's thread. Null: none. The ballot of some people removed
 * from the thread is for the poll alone. `from_thread`: they came from there by the link that they have now.
 */
export async function threadPathOf(
  pool: Db['pool'],
  visit: PollVisit,
  from_thread: boolean,
): Promise<string | null> {
  const { came_by, carries, copied, visitor, loaded } = visit
  if (loaded.thread === null) return null
  const { discussion } = loaded.thread
  // Made on the thread's page, which opens by the link that this browser keeps for it. Admins copy their own.
  const made_there = from_thread || (copied?.by === 'holder' && !visitor.admin)
  const opens =
    (came_by === 'session' || carries || made_there) &&
    (visitor.member || (await opensThread(pool, visitor.id, discussion.key)))
  if (!opens && !isPublicThread(discussion, loaded.in_group.group)) return null
  return opens && came_by === 'link' && carries ? `/p/${loaded.poll.key}/thread` : `/d/${discussion.key}`
}

const ROOM_BYTES = 8 * 1024 * 1024
/** The size of a vote without its reason. */
const VOTE_BYTES = 800
const NAME_BYTES = 100
const COUNT_BYTES = 100
/** The votes of an option in a round. */
const VOTES_BYTES = 50
const NOTHING: Shared = {
  reasons: [],
  choosers: NO_CHOOSERS,
  called: new Map(),
  spread: NO_SPREAD,
  unasked: ALL_ASKED,
  counted: null,
  head: null,
}
/** A page names no more; the ballot files do. */
const MOST_CHOOSERS = 300
/** What is loaded is kept; all who ask wait for what is being loaded: a large count takes a thread. */
type Kept<Thing> = { loaded: BoundedCache<Thing>; loading: Map<string, Promise<Thing>> }

const keptFacts = keeper<Facts>(sizeOfFacts)
const keptCalled = keeper<Called>(sizeOfCalled)

/** Everyone who may see it sees the same, until something on the poll's page changes. */
async function sharedOf(pool: Db['pool'], loaded: LoadedPoll, shown: string): Promise<Shared> {
  if (!loaded.results.shown) return NOTHING
  const facts = keptFacts(pool, shown, () => loadFacts(pool, loaded))
  const called = keptCalled(pool, `${spoken()} ${shown}`, () => loadCalled(pool, loaded, facts))
  // Both at once: one that fails while nobody waits for it would end the process.
  const [all, named] = await Promise.all([facts, called])
  return { ...all, ...named }
}

type Keep<Thing> = (pool: Db['pool'], key: string, load: () => Promise<Thing>) => Promise<Thing>

function keeper<Thing>(size: (thing: Thing, key: string) => number): Keep<Thing> {
  const pools = new WeakMap<Db['pool'], Kept<Thing>>()
  return async (pool, key, load) => {
    const kept = pools.get(pool) ?? { loaded: boundedCache<Thing>(ROOM_BYTES, size), loading: new Map() }
    pools.set(pool, kept)
    const known = kept.loaded.get(key) ?? kept.loading.get(key)
    if (known !== undefined) return known
    const begun = load().finally(() => kept.loading.delete(key))
    kept.loading.set(key, begun)
    return kept.loaded.keep(key, await begun)
  }
}

async function loadCalled(pool: Db['pool'], loaded: LoadedPoll, facts: Promise<Facts>): Promise<Called> {
  const [{ reasons }, choosers] = await Promise.all([facts, loadChoosers(pool, [loaded], MOST_CHOOSERS)])
  const chosen = choosers.get(loaded.poll.id) ?? NO_CHOOSERS
  const called = shownNames([
    ...[...chosen.values()].flat(),
    ...reasons.map(({ user_id, user_name }) => ({ id: user_id, name: user_name })),
  ])
  return { choosers: choosersWith(chosen, called), called }
}

async function loadFacts(pool: Db['pool'], loaded: LoadedPoll): Promise<Facts> {
  const [reasons, spreads, unasked, counted, head] = await Promise.all([
    loadReasons(pool, loaded),
    loadSpreads(pool, [loaded]),
    loadUnasked(pool, [loaded]),
    tellsCount(loaded) ? loadCount(pool, loaded) : null,
    loadToldHead(pool, loaded),
  ])
  const { id } = loaded.poll
  return {
    reasons,
    spread: spreads.get(id) ?? NO_SPREAD,
    unasked: unasked.get(id) ?? ALL_ASKED,
    counted,
    head,
  }
}

/** Whether the page tells more than the sums: how the poll elected, or what other methods would have. */
function tellsCount({ poll, now }: LoadedPoll): boolean {
  return isElection(poll) || (isFinal(poll, now) && pollType(poll.poll_type).count_methods.length > 1)
}

function sizeOfCalled({ choosers, called }: Called, key: string): number {
  return bytesOf(key) + ([...choosers.values()].flat().length + called.size) * NAME_BYTES
}

function sizeOfFacts({ reasons, spread, counted }: Facts, key: string): number {
  const counts = [...spread.values()].flat().length * COUNT_BYTES
  const votes = reasons.reduce((all, { reason }) => all + VOTE_BYTES + bytesOf(reason), 0)
  const rounds = (counted?.count.rounds ?? []).reduce(
    (all, round) => all + round.votes.length * VOTES_BYTES,
    0,
  )
  return bytesOf(key) + votes + counts + rounds
}

/** Whether the visitor can cast or change a vote now: an anonymous vote is final. */
export function mayVoteNow({
  ballot,
  loaded: { poll, options, now },
}: {
  ballot: PollVisit['ballot']
  loaded: Pick<LoadedPoll, 'poll' | 'options' | 'now'>
}): boolean {
  if (ballot === null || (poll.anonymous && ballot.voted === true) || options.length === 0) return false
  return pollState(poll, now).is === 'open'
}
