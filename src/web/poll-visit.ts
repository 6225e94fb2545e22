import { NotFound } from '../errors.ts'
import { loadPollVisit, loadSignedInPollVisit, type PollVisit } from '../members/load-visit.ts'
import type { SignedIn } from '../users/load-session.ts'
import type { Exchange } from './exchange.ts'
import { keptToken } from './link-cookie.ts'
import { signedIn } from './session.ts'

/** Who came to a poll, and who is signed in in this browser: a link may have been made for somebody else. */
export type Arrival = { visit: PollVisit; viewer: SignedIn | null }

/** The address of the poll that was asked for. */
export function pollPath({ request }: Pick<Exchange, 'request'>): string {
  return `/p/${keyOf(request)}`
}

/**
 * The poll as whoever came may see it: the person of the link this browser keeps for it, or else the one who is
 * signed in. NotFound alike for what is not there and what is not theirs.
 */
export async function arriveAtPoll(exchange: Exchange): Promise<Arrival> {
  const key = keyOf(exchange.request)
  const { pool } = exchange.services.db
  const viewer = await signedIn(exchange)
  const token = keptToken(exchange)
  const byLink = token === '' && viewer !== null ? null : await orNull(loadPollVisit(pool, token, key))
  if (byLink !== null) {
    return { visit: byLink.visitor.id === viewer?.id ? { ...byLink, came_by: 'session' } : byLink, viewer }
  }
  if (viewer === null) throw new NotFound()
  return { visit: await loadSignedInPollVisit(pool, viewer.id, key), viewer }
}

function keyOf(request: Exchange['request']): string {
  return (request.params as { key: string }).key
}

async function orNull<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading
  } catch (refusal) {
    if (refusal instanceof NotFound) return null
    throw refusal
  }
}
