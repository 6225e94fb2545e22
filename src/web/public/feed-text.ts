import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { takes } from '../assets/static-file.ts'
import type { Exchange } from '../request/exchange.ts'
import { freshness, isKnown } from '../request/freshness.ts'

const freshnessOf = freshness()

/** `name`: whose feed it is. */
type FeedText = { type: string; text: string; name: string }

/** Sends a feed; 304 to readers who have it. */
export function sendFeedText({ request, reply }: Exchange, { type, text, name }: FeedText): FastifyReply {
  const fresh = freshnessOf(name, text)
  reply
    .header('etag', fresh.etag)
    .header('last-modified', fresh.last_modified)
    .header('vary', 'accept-encoding')
  if (isKnown(request.headers, fresh)) return reply.code(304).send()
  reply.type(type)
  if (!takes(request).has('gzip')) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(gzipSync(text))
}
