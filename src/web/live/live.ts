import type { FastifyInstance, FastifyReply } from 'fastify'
import { queryOf } from '../../http/credentials.ts'
import type { Services } from '../../http/services.ts'
import type { Exchange } from '../request/exchange.ts'
import { type Sight, seePoll, seeThread } from '../visits/live-sight.ts'
import { openStreams, type Streams } from './live-streams.ts'

/** GET /p/KEY/live and /d/KEY/live: streams that only tell an open page when to fetch itself again. */
export function liveRoutes(app: FastifyInstance, services: Services): void {
  const streams = openStreams({ db: services.db, log: app.log })
  app.addHook('preClose', () => streams.close())
  const pages: [string, (exchange: Exchange) => Promise<Sight>][] = [
    ['/p/:key/live', seePoll],
    ['/d/:key/live', seeThread],
  ]
  for (const [url, see] of pages) {
    // HEAD would open a stream that nobody reads.
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
  const { seen } = queryOf(request)
  const out = await streams.open(see, typeof seen === 'string' ? seen : undefined)
  // A client that left in the meantime sends no close event.
  if (reply.raw.destroyed) out.destroy()
  // The server closes idle connections; this one sends a heartbeat in time.
  request.raw.socket.setTimeout(0)
  return reply.type('text/event-stream').headers({ connection: 'close', 'x-accel-buffering': 'no' }).send(out)
}
