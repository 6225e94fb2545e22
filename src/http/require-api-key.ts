import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { connectionsOfOne, type Turns, turns } from '../db/turns.ts'
import { presentedKey } from './credentials.ts'
import { rateHeaders } from './server.ts'
import { throttle } from './throttle.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the request's API key. */
    keyHash: Buffer
  }
  interface FastifyInstance {
    /** Reads of one key, by its hash, so that they leave connections to the database for others. */
    inTurn: Turns
  }
}

const REFUSED = 400

/**
 * Requires a key in every request of these routes, at most `api_rate_limit` requests per minute and key (0:
 * no limit).
 */
export function takeKeys(
  routes: FastifyInstance,
  { api_rate_limit: per_minute, db_pool }: Pick<Config, 'api_rate_limit' | 'db_pool'>,
): void {
  const { count, prove } = throttle(per_minute)
  routes.decorate('inTurn', turns(connectionsOfOne(db_pool)))
  routes.decorateRequest('keyHash')
  routes.addHook('preHandler', async (request, reply) => {
    request.keyHash = presentedKey(request)
    const allowance = count(request.keyHash.toString('base64'))
    if (allowance !== null) reply.headers(rateHeaders(allowance))
  })
  if (per_minute === 0) return
  // A successful response proves that the key exists: without one no route here succeeds.
  routes.addHook('onSend', async ({ keyHash }, { statusCode }) => {
    if (statusCode < REFUSED) prove(keyHash.toString('base64'))
  })
}
