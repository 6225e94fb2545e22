import type { FastifyInstance } from 'fastify'
import { serveDocument } from '../api/describe.ts'
import { WITHOUT_ETAGS } from '../api/operations.ts'
import { type ServedRoute, serveRoutes } from '../api/serve-route.ts'
import { takeKeys } from '../http/require-api-key.ts'
import { type Services, withLimits } from '../http/services.ts'
import { commentRoutes } from './comments.ts'
import { discussionRoutes } from './discussions.ts'
import { b2Document } from './document.ts'
import { historyRoutes } from './history.ts'
import { joiningRoutes } from './joining.ts'
import { groupRoutes, membershipRoutes } from './memberships.ts'
import { sayWhatIsMissing } from './not-offered.ts'
import { openLinkRoutes } from './open-links.ts'
import { pollRoutes } from './polls.ts'
import { eventRoutes, threadRoutes } from './threads.ts'

/** The calls of b2 clients, by the start of their paths, in the order of the document. */
export const B2_ROUTES: Readonly<Record<string, readonly ServedRoute[]>> = {
  '/api/b2': [
    ...membershipRoutes,
    ...historyRoutes,
    ...joiningRoutes,
    ...discussionRoutes,
    ...threadRoutes,
    ...commentRoutes,
    ...pollRoutes,
    ...openLinkRoutes,
  ],
  '/api/v1': [...groupRoutes, ...eventRoutes],
}

/** The calls of b2 clients, under /api/b2 and /api/v1, with the keys of people. */
export function b2Routes(app: FastifyInstance, given: Services): void {
  const services = withLimits(given)
  serveDocument(app, '/api/b2/openapi.json', b2Document)
  app.register(async (keyed) => {
    // Counted together: a key has one allowance for both paths.
    takeKeys(keyed, services.config)
    for (const [prefix, routes] of Object.entries(B2_ROUTES))
      keyed.register(async (calls) => serveRoutes(calls, services, { routes, headers: WITHOUT_ETAGS }), {
        prefix,
      })
  })
  for (const prefix of ['/api/b2', '/api/v1', '/api/b3'])
    app.register(async (others) => sayWhatIsMissing(others, B2_ROUTES[prefix] ?? []), { prefix })
}
