import type { FastifyInstance } from 'fastify'
import { presentedKey } from './credentials.ts'
import { rateHeaders } from './server.ts'
import { throttle } from './throttle.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the request's API key. */
    keyHash: Buffer
  }
}

const REFUSED = 400

/** Requires a key in every request of these routes, at most `per_minute` requests per key (0: no limit). */
export function takeKeys(routes: FastifyInstance, per_minute: number): void {
  const { count, prove } = throttle(per_minute)
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
