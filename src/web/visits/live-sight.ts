import { createHash } from 'node:crypto'
import type { Topic } from '../../events/touched.ts'
import { loadTalk, type Talk, type ThreadVisit } from '../../members/visits/load-thread.ts'
import type { PollItem } from '../../members/visits/load-thread-singles.ts'
import { countedText } from '../../polls/counts/count-text.ts'
import { pollState } from '../../polls/poll.ts'
import { numberInQuery } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'
import { type PollView, viewPoll } from './poll-view.ts'
import { visitThread } from './thread-door.ts'

/** 96 bits in base64url. */
const PRINT_LENGTH = 16

/** A snapshot of what a page shows its reader, for its stream. Only `print` leaves the process. */
export type Sight = {
  visitor_id: number
  /** A hash of what the page shows: equal while nothing on it changes. The page sends it to its stream. */
  print: string
  /** What the page subscribes to. */
  topics: Topic[]
  /** May change at any second without an event. */
  restless: boolean
  /** Milliseconds until the page changes without an event; Infinity: never. */
  changes_in_ms: number
}

/**
 * The poll in the URL, through the same results gate as its page. NotFound: missing or not visible. Writes
 * nothing.
 */
export async function seePoll(exchange: Exchange): Promise<Sight> {
  return sightOfPoll(await viewPoll(exchange))
}

/** What the page of this poll shows. */
export function sightOfPoll({ visit, own, reasons, names, head }: PollView): Sight {
  const { visitor, ballot, came_by, loaded } = visit
  const { poll, options, results, voters, voters_count, decided_count, outcome, now } = loaded
  const state = pollState(poll, now)
  // Nobody may learn when an anonymous vote was cast.
  const turnout = poll.anonymous && state.is === 'open' ? null : decided_count
  const shown = [
    { ...poll, updated_at: null, reminded_at: null },
    [state.is, options, results, voters, voters_count, turnout, outcome],
    [visitor, ballot, came_by, own, reasons, [...names], head],
  ]
  return {
    visitor_id: visitor.id,
    print: hash(shown),
    topics: [`poll ${poll.id}`, `group ${poll.group_id}`],
    restless: !results.shown && results.until === 'count',
    changes_in_ms: state.is === 'open' ? state.until.getTime() - now.getTime() : Number.POSITIVE_INFINITY,
  }
}

/** The thread in the URL, its open page. NotFound: missing or not visible. Writes nothing. */
export async function seeThread(exchange: Exchange): Promise<Sight> {
  const { visit } = await visitThread(exchange)
  const page = numberInQuery(exchange, 'page', 1)
  return sightOfThread(visit, await loadTalk(exchange.services.db.pool, visit, page))
}

/** What this page of the thread shows. */
export function sightOfThread(visit: ThreadVisit, talk: Talk): Sight {
  const { discussion, members, guests } = visit.thread
  const polls = talk.items.filter((item) => item.is === 'poll')
  const { visitor, abilities, came_by, now } = visit
  const shown = [
    // The page does not show how many have read it, and readers change their own read state.
    { ...discussion, seen_by_count: null, updated_at: null },
    [members, guests, talk.pages, talk.polls_count],
    talk.items.map((item) => (item.is === 'poll' ? standing(item, now) : item)),
    [visitor, abilities, came_by],
  ]
  return {
    visitor_id: visitor.id,
    print: hash(shown),
    topics: [
      `thread ${discussion.id}`,
      `group ${discussion.group_id}`,
      ...polls.map(({ poll }): Topic => `poll ${poll.id}`),
    ],
    restless: false,
    changes_in_ms: Math.min(...polls.map(({ poll }) => untilClose(poll, now))),
  }
}

function standing({ poll, decided_count, counted, ...rest }: PollItem, now: Date): object {
  const { is } = pollState(poll, now)
  const turnout = poll.anonymous && is === 'open' ? null : decided_count
  // The poll's row says closed a moment after the deadline, and is sealed after that.
  const facts = {
    ...poll,
    updated_at: null,
    reminded_at: null,
    closed_at: null,
    sealed_at: null,
    elected_at: null,
  }
  return { ...rest, is, poll: facts, turnout, counted: countedText(counted) }
}

function untilClose(poll: PollItem['poll'], now: Date): number {
  const state = pollState(poll, now)
  return state.is === 'open' ? state.until.getTime() - now.getTime() : Number.POSITIVE_INFINITY
}

function hash(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, PRINT_LENGTH)
}
