import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotAllowed } from '../errors.ts'

type Address = { path: string; method: string }

/**
 * Refuses requests to addresses that these calls have for other methods, and names those in the header Allow.
 * Paths include the prefix. Requests to other addresses are left to the caller.
 */
export function missingMethod(addresses: readonly Address[]) {
  const known = addresses.map(({ path, method }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  return ({ url, method }: FastifyRequest, reply: FastifyReply): void => {
    const path = /^[^?]*/.exec(url)?.[0] ?? ''
    const list = known.filter(({ pattern }) => pattern.test(path)).map((address) => address.method)
    if (list.length === 0) return
    reply.header('allow', list.join(', '))
    throw new NotAllowed('method_not_allowed.only', { method, list })
  }
}
