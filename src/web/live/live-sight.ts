import { createHash } from 'node:crypto'
import type { Topic } from '../../events/touched.ts'
import { loadTalk, type PollItem } from '../../members/visits/load-thread.ts'
import { pollState } from '../../polls/poll.ts'
import { numberInQuery } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'
import { viewPoll } from '../visits/poll-view.ts'
import { visitThread } from '../visits/thread-door.ts'

/**
 * What a page shows to whoever has it open, as far as a stream needs to know. It never leaves the process.
 */
export type Sight = {
  visitor_id: number
  /** A hash of all that the page shows: equal while there is nothing new on it. */
  print: string
  /** What the page hears of. */
  topics: Topic[]
  /** It may change at any second without an event. */
  restless: boolean
  /** Milliseconds until it changes by itself; Infinity: never. */
  changes_in_ms: number
}

/**
 * The poll of the address, through the same gate as its page. NotFound: not there, or not theirs. Writes
 * nothing.
 */
export async function seePoll(exchange: Exchange): Promise<Sight> {
  const { visit, own, reasons, names } = await viewPoll(exchange)
  const { visitor, ballot, came_by, loaded } = visit
  const { poll, options, results, voters, voters_count, decided_count, outcome, now } = loaded
  const state = pollState(poll, now)
  // The moment of an anonymous vote is told to nobody.
  const turnout = poll.anonymous && state.is === 'open' ? null : decided_count
  const shown = [
    { ...poll, updated_at: null, reminded_at: null },
    [state.is, options, results, voters, voters_count, turnout, outcome],
    [visitor, ballot, came_by, own, reasons, [...names]],
  ]
  return {
    visitor_id: visitor.id,
    print: hash(shown),
    topics: [`poll ${poll.id}`, `group ${poll.group_id}`],
    restless: !results.shown && results.until === 'count',
    changes_in_ms: state.is === 'open' ? state.until.getTime() - now.getTime() : Number.POSITIVE_INFINITY,
  }
}

/**
 * The thread of the address, the page of it that is open. NotFound: not there, or not theirs. Writes nothing.
 */
export async function seeThread(exchange: Exchange): Promise<Sight> {
  const { visit } = await visitThread(exchange)
  const talk = await loadTalk(exchange.services.db.pool, visit, numberInQuery(exchange, 'page', 1))
  const { discussion, members, guests } = visit.thread
  const polls = talk.items.filter((item) => item.is === 'poll')
  const { visitor, abilities, came_by, now } = visit
  const shown = [
    // How many have read it is not on the page, and what is new to the reader is their own doing.
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

function standing({ poll, decided_count, ...rest }: PollItem, now: Date): object {
  const { is } = pollState(poll, now)
  const turnout = poll.anonymous && is === 'open' ? null : decided_count
  // The closing is written down a moment after it has happened, and sealed after that.
  const facts = { ...poll, updated_at: null, reminded_at: null, closed_at: null, sealed_at: null }
  return { ...rest, is, poll: facts, turnout }
}

function untilClose(poll: PollItem['poll'], now: Date): number {
  const state = pollState(poll, now)
  return state.is === 'open' ? state.until.getTime() - now.getTime() : Number.POSITIVE_INFINITY
}

function hash(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64')
}
