import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Deprecation, deprecationHeaders } from '../api/deprecations.ts'
import { bodyOf, queryOf } from '../http/credentials.ts'

/** Adds headers to responses whose requests use something deprecated. Does not touch other routes. */
export function tellDeprecations(b1: FastifyInstance, base: string): void {
  b1.addHook('onRoute', (route) => {
    const entries = b1.deprecations.filter((one) => one.operation_id === route.schema?.operationId)
    if (entries.length === 0) return
    // Before the check of the key: refusals have the headers too.
    route.preValidation = async (request: FastifyRequest, reply: FastifyReply) => {
      const used = entries.filter((entry) => uses(request, entry))
      if (used.length > 0) reply.headers(deprecationHeaders(used, base))
    }
  })
}

function uses(request: FastifyRequest, { field }: Deprecation): boolean {
  return (
    field === null || Object.hasOwn(bodyOf(request).fields, field) || Object.hasOwn(queryOf(request), field)
  )
}
