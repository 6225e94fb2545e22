import { queryOf } from '../../http/credentials.ts'
import {
  type Arrival,
  cameForAnother,
  loadArrival,
  loadPollVisit,
  type PollVisit,
  standingOf,
} from '../../members/visits/load-visit.ts'
import { aboutPoll } from '../../notifications/load-told-zone.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { inBrowserZone, inToldZone } from '../request/browser-zone.ts'
import type { Exchange } from '../request/exchange.ts'
import { keptToken } from '../request/link-cookie.ts'
import { noteVisitor } from '../request/reader-language.ts'
import { sessionToken } from '../request/session.ts'
import { openPage, type Page, type PageExchange } from './page.ts'

/** The visitor of a poll, and the person signed in in this browser: a link may belong to someone else. */
export type Visited = { visit: PollVisit; viewer: SignedIn | null }

type PollPage = { path: string; show: (exchange: PageExchange, visited: Visited) => Promise<unknown> }

/** A page for people who may see the poll. */
export function pollPage({ path, show }: PollPage): Page {
  return openPage({
    path,
    who: { poll: 'see' },
    show: async (exchange) => show(exchange, await visitPoll(exchange)),
  })
}

/** The URL of the requested poll. */
export function pollPath({ request }: Pick<Exchange, 'request'>): string {
  return `/p/${keyOf(request)}`
}

/**
 * The visitor of the requested poll: by this browser's session, and by `link` or the stored link for the
 * poll.
 */
export async function arriveAtPoll(exchange: Exchange, link = keptToken(exchange)): Promise<Arrival> {
  const came = { session: sessionToken(exchange), link, key: keyOf(exchange.request) }
  const arrival = await loadArrival(exchange.services.db, came)
  const visitor = standingOf(arrival)?.visitor
  if (visitor !== undefined) noteVisitor(exchange.request, visitor)
  return arrival
}

/**
 * The URL of a poll in a list of the person who is signed in: it opens for them, not by a link of somebody
 * else that this browser keeps.
 */
export function ownPollPath({ key }: { key: string }): string {
  return `/p/${key}?own`
}

/**
 * Whether the signed-in person opens the poll from their own list, and a link of somebody else is stored for
 * it, which would open that person's ballot.
 */
export function opensOwn({ request }: Exchange, arrival: Arrival): boolean {
  return 'own' in queryOf(request) && cameForAnother(arrival)
}

/**
 * The requested poll as its visitor may see it. NotFound both for missing polls and for polls not visible.
 */
export async function visitPoll(exchange: Exchange, arrival?: Arrival): Promise<Visited> {
  const came = arrival ?? (await arriveAtPoll(exchange))
  const visit = await loadPollVisit(exchange.services.db.pool, came)
  const about = aboutPoll(visit.loaded)
  return {
    visit: { ...visit, visitor: await inToldZone(exchange, visit.visitor, about) },
    viewer: came.viewer === null ? null : inBrowserZone(exchange.request, came.viewer),
  }
}

function keyOf(request: Exchange['request']): string {
  return (request.params as { key: string }).key
}
