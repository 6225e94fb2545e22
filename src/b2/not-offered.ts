import type { FastifyInstance } from 'fastify'
import type { ServedRoute } from '../api/serve-route.ts'
import { NotOffered } from '../errors.ts'
import { missingMethod } from '../http/missing-method.ts'

/** Calls of b2 clients that this service does not offer, by the start of the path. */
const MISSING = [
  ['/api/b2/search', 'not_offered.search'],
  ['/api/b2/reports', 'not_offered.reports'],
  ['/api/b3/', 'not_offered.accounts'],
] as const

/** Answers every other call below this prefix with an explanation. `routes`: those below it. */
export function sayWhatIsMissing(app: FastifyInstance, routes: readonly ServedRoute[]): void {
  const refuse = missingMethod(routes.map(({ path, method }) => ({ path: `${app.prefix}${path}`, method })))
  app.setNotFoundHandler(async (request, reply) => {
    refuse(request, reply)
    const { url, method } = request
    const reason = MISSING.find(([path]) => url.startsWith(path))?.[1]
    throw reason === undefined ? new NotOffered('not_offered.call', { method }) : new NotOffered(reason)
  })
}
