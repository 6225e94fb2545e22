import type { FastifyReply } from 'fastify'
import { calendarText } from '../../feeds/calendar.ts'
import { FEED_PATHS, type FeedKind } from '../../feeds/feed.ts'
import { groupFeedText } from '../../feeds/group-feed.ts'
import { loadCalendar } from '../../feeds/load-calendar.ts'
import { loadGroupFeed } from '../../feeds/load-group-feed.ts'
import { hashToken } from '../../users/secret.ts'
import { sendFeedText } from '../public/feed-text.ts'
import type { Exchange } from '../request/exchange.ts'
import { linkToken } from '../request/link-cookie.ts'
import { openPage } from '../visits/page.ts'

type Written = { type: string; write: (exchange: Exchange, token: string) => Promise<string> }

const FEEDS: Record<FeedKind, Written> = {
  calendar: {
    type: 'text/calendar; charset=utf-8',
    write: async ({ services: { db, config } }, token) =>
      calendarText(await loadCalendar(db.pool, token), config.public_url),
  },
  group: {
    type: 'application/atom+xml; charset=utf-8',
    write: async ({ services: { db, config } }, token) =>
      groupFeedText(await loadGroupFeed(db.pool, token), config.public_url),
  },
}

export const calendarFeed = openPage({ path: FEED_PATHS.calendar, show: sendFeed('calendar') })
export const groupFeed = openPage({ path: FEED_PATHS.group, show: sendFeed('group') })

/**
 * GET /feeds/calendar.ics and /feeds/group.atom: what the owner of the secret URL may see now. Not cached,
 * because permissions may have ended. NotFound: an unknown or revoked URL.
 */
function sendFeed(kind: FeedKind): (exchange: Exchange) => Promise<FastifyReply> {
  const { type, write } = FEEDS[kind]
  return async (exchange) => {
    const { request, reply } = exchange
    const token = linkToken(request) ?? ''
    const text = await write(exchange, token)
    reply.header('cache-control', 'private, no-cache')
    return sendFeedText(exchange, { type, text, name: hashToken(token).toString('base64url') })
  }
}
