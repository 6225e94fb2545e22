import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../../http/services.ts'
import type { Exchange } from '../request/exchange.ts'
import { type Sight, seePoll, seeThread } from './live-sight.ts'
import { openStreams, type Streams } from './live-streams.ts'

/**
 * GET /p/KEY/live and /d/KEY/live: streams that tell an open page when to fetch itself again, and nothing
 * else.
 */
export function liveRoutes(app: FastifyInstance, services: Services): void {
  const streams = openStreams({ db: services.db, log: app.log })
  app.addHook('preClose', () => streams.close())
  const pages: [string, (exchange: Exchange) => Promise<Sight>][] = [
    ['/p/:key/live', seePoll],
    ['/d/:key/live', seeThread],
  ]
  for (const [url, see] of pages) {
    // A HEAD would open a stream that nobody reads.
    app.get(url, { exposeHeadRoute: false }, (request, reply) => {
      const exchange = { request, reply, services }
      return follow(exchange, streams, () => see(exchange))
    })
  }
}

async function follow(
  { request, reply }: Exchange,
  streams: Streams,
  see: () => Promise<Sight>,
): Promise<FastifyReply> {
  const out = await streams.open(see)
  // Who left in the meantime closes nothing any more.
  if (reply.raw.destroyed) out.destroy()
  // The server ends connections on which nothing is said for a while; this one says something in its own
  // time.
  request.raw.socket.setTimeout(0)
  return reply.type('text/event-stream').headers({ connection: 'close', 'x-accel-buffering': 'no' }).send(out)
}
