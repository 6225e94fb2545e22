import type { FastifyReply } from 'fastify'
import { groupFeedText } from '../../feeds/group-feed.ts'
import { loadPublicFeed } from '../../feeds/load-public-feed.ts'
import type { Exchange } from '../request/exchange.ts'
import { openPage } from '../visits/page.ts'
import { sendFeedText } from './feed-text.ts'
import { feedPath, orNothingHere, tellRobots } from './public-frame-part.tsx'

const TYPE = 'application/atom+xml; charset=utf-8'

export const publicFeed = openPage({ path: feedPath(':handle'), show: showPublicFeed })

/**
 * GET /g/HANDLE/public.atom: the public threads of a group and the outcomes of their polls, for anyone.
 * NotFound: no such group, or it is not public.
 */
async function showPublicFeed(exchange: Exchange): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const { handle } = exchange.request.params as { handle: string }
  const feed = await orNothingHere(loadPublicFeed(db.pool, handle))
  const own = `${config.public_url}${feedPath(handle)}`
  tellRobots(exchange, feed)
  exchange.reply.header('cache-control', 'no-cache')
  const text = groupFeedText({ ...feed, own }, config.public_url)
  return sendFeedText(exchange, { type: TYPE, text, name: own })
}
