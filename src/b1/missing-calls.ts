import type { FastifyInstance } from 'fastify'
import { NotFound } from '../errors.ts'
import { missingMethod } from '../http/missing-method.ts'
import type { Route } from './route.ts'

/**
 * Answers requests that match no call of the interface: says which methods the address has, if it has any.
 * It requires no key.
 */
export function sayWhatIsMissing(app: FastifyInstance, routes: readonly Route[]): void {
  const refuse = missingMethod(routes.map(({ path, method }) => ({ path: `${app.prefix}${path}`, method })))
  app.setNotFoundHandler(async (request, reply) => {
    refuse(request, reply)
    throw new NotFound('not_found.call')
  })
}
