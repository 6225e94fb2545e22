import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotFound } from '../errors.ts'
import { EXPOSITION, exposition, type Figures } from '../metrics/figures.ts'
import { queueFigures } from '../metrics/queues-store.ts'
import { bearer } from './credentials.ts'
import type { Services } from './services.ts'

/**
 * `/metrics`: the metrics of all processes together, for clients with the METRICS_TOKEN. Everyone else, and
 * everyone when no token is set, gets a 404: behind a proxy all requests come from this machine, so an
 * address proves nothing.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { db, config }: Services,
  gather: () => Promise<Figures>,
): void {
  const { metrics_token } = config
  if (metrics_token === null) return
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!carries(request, metrics_token)) throw new NotFound('not_found.address')
    const all = [await gather(), await queueFigures(db.pool)]
    return reply.type(EXPOSITION).send(await exposition(all))
  })
}

/** Takes the same time wherever the two first differ. */
function carries({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(bearer(headers.authorization) ?? ''), digest(token))
}
