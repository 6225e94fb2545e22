import type { FastifyInstance } from 'fastify'
import { NotFound } from '../errors.ts'
import type { Route } from './route.ts'

/**
 * Answers requests that match no call of the interface: says which methods the address has, if it has any.
 * It requires no key.
 */
export function sayWhatIsMissing(app: FastifyInstance, routes: readonly Route[]): void {
  const addresses = routes.map(({ path, method }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  app.setNotFoundHandler(async ({ url, method }, reply) => {
    const path = (/^[^?]*/.exec(url)?.[0] ?? '').slice(app.prefix.length)
    const methods = addresses.filter(({ pattern }) => pattern.test(path)).map((address) => address.method)
    if (methods.length === 0) throw new NotFound('not_found.call')
    reply.header('allow', methods.join(', '))
    throw new NotFound('not_found.method', { method, list: methods })
  })
}
