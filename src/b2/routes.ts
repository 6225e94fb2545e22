import type { FastifyInstance } from 'fastify'
import { serveDocument } from '../api/describe.ts'
import { takeKeys } from '../http/require-api-key.ts'
import { type Services, withLimits } from '../http/services.ts'
import { commentRoutes } from './comments.ts'
import { SHOW_GROUP_V1 } from './describe.ts'
import { discussionRoutes } from './discussions.ts'
import { b2Document } from './document.ts'
import { groupRoute, membershipRoutes } from './memberships.ts'
import { sayWhatIsMissing } from './not-offered.ts'
import { pollRoutes } from './polls.ts'
import { eventRoutes, threadRoutes } from './threads.ts'

/** The calls that clients of b2 make, under /api/b2 and /api/v1, with the keys of people. */
export function b2Routes(app: FastifyInstance, given: Services): void {
  const services = withLimits(given)
  serveDocument(app, '/api/b2/openapi.json', b2Document)
  app.register(async (keyed) => {
    // Counted together: a key has one allowance, by whichever path it is used.
    takeKeys(keyed, services.config.api_rate_limit)
    keyed.register(
      async (b2) => {
        membershipRoutes(b2, services)
        discussionRoutes(b2, services)
        threadRoutes(b2, services)
        commentRoutes(b2, services)
        pollRoutes(b2, services)
      },
      { prefix: '/api/b2' },
    )
    keyed.register(
      async (v1) => {
        groupRoute(v1, services, SHOW_GROUP_V1)
        eventRoutes(v1, services)
      },
      { prefix: '/api/v1' },
    )
  })
  for (const prefix of ['/api/b2', '/api/v1', '/api/b3'])
    app.register(async (others) => sayWhatIsMissing(others), { prefix })
}
