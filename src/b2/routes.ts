import type { FastifyInstance } from 'fastify'
import { serveDocument } from '../api/describe.ts'
import { takeKeys } from '../http/keyed.ts'
import type { Services } from '../http/services.ts'
import { commentRoutes } from './comments.ts'
import { discussionRoutes } from './discussions.ts'
import { b2Document } from './document.ts'
import { membershipRoutes } from './memberships.ts'
import { pollRoutes } from './polls.ts'

/** The calls that clients of b2 make, under /api/b2, with the keys of people. */
export function b2Routes(app: FastifyInstance, services: Services): void {
  serveDocument(app, '/api/b2/openapi.json', b2Document)
  app.register(
    async (b2) => {
      takeKeys(b2, services.config.api_rate_limit)
      membershipRoutes(b2, services)
      discussionRoutes(b2, services)
      commentRoutes(b2, services)
      pollRoutes(b2, services)
    },
    { prefix: '/api/b2' },
  )
}
