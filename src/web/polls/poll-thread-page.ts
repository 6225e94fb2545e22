import type { FastifyReply } from 'fastify'
import { isFromThread } from '../../users/mint-link.ts'
import type { Exchange } from '../request/exchange.ts'
import { keepToken, keptToken } from '../request/link-cookie.ts'
import { threadPathOf } from '../visits/poll-view.ts'
import { pollPage, pollPath, type Visited } from '../visits/poll-visit.ts'

export const pollThreadPage = pollPage({ path: '/p/:key/thread', show: goToItsThread })

/**
 * GET /p/KEY/thread: redirects to the poll's thread, which then opens by the visitor's voting link, if they
 * may read it. Others see the poll.
 */
async function goToItsThread(exchange: Exchange, { visit }: Visited): Promise<FastifyReply> {
  const { thread } = visit.loaded
  const path = await threadPathOf(exchange.services.db.pool, visit, isFromThread(keptToken(exchange)))
  if (thread === null || path === null) return exchange.reply.redirect(pollPath(exchange), 303)
  const to = `/d/${thread.discussion.key}`
  return path === to
    ? exchange.reply.redirect(to, 303)
    : keepToken(exchange, keptToken(exchange), { path: to })
}
