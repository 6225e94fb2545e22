import type { FastifyInstance } from 'fastify'
import { presentedKey } from './credentials.ts'
import { rateHeaders } from './server.ts'
import { throttle } from './throttle.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the API key the request carries. */
    keyHash: Buffer
  }
}

const REFUSED = 400

/**
 * Has every request of these routes carry the text of a key, at most `per_minute` of them for each (0: any
 * number).
 */
export function takeKeys(routes: FastifyInstance, per_minute: number): void {
  const { count, prove } = throttle(per_minute)
  routes.decorateRequest('keyHash')
  routes.addHook('preHandler', async (request, reply) => {
    request.keyHash = presentedKey(request)
    const allowance = count(request.keyHash.toString('base64'))
    if (allowance !== null) reply.headers(rateHeaders(allowance))
  })
  if (per_minute === 0) return
  // Who was answered has a key: nothing here is told to anybody else.
  routes.addHook('onSend', async ({ keyHash }, { statusCode }) => {
    if (statusCode < REFUSED) prove(keyHash.toString('base64'))
  })
}
