import type { FastifyInstance } from 'fastify'
import { takeKeys } from '../http/require-api-key.ts'
import { type Services, withLimits } from '../http/services.ts'
import { ballotRoutes } from './ballots.ts'
import { commentRoutes } from './comments.ts'
import { tellDeprecations } from './deprecated.ts'
import { discussionActRoutes } from './discussion-acts.ts'
import { discussionRoutes } from './discussions.ts'
import { etags } from './etags.ts'
import { eventRoutes } from './events.ts'
import { countUses } from './key-uses.ts'
import { memberRoutes } from './members.ts'
import { membershipRoutes } from './memberships.ts'
import { pollActRoutes } from './poll-acts.ts'
import { pollRoutes } from './polls.ts'
import { resultRoutes } from './results.ts'
import { webhookRoutes } from './webhooks.ts'

/** The b1 interface under /api/b1. */
export function b1Routes(app: FastifyInstance, given: Services): void {
  const services = withLimits(given)
  app.register(
    async (b1) => {
      takeKeys(b1, services.config.api_rate_limit)
      countUses(b1, services.db)
      tellDeprecations(b1, services.config.public_url)
      etags(b1)
      discussionRoutes(b1, services)
      discussionActRoutes(b1, services)
      commentRoutes(b1, services)
      pollRoutes(b1, services)
      pollActRoutes(b1, services)
      ballotRoutes(b1, services)
      resultRoutes(b1, services)
      membershipRoutes(b1, services)
      memberRoutes(b1, services)
      eventRoutes(b1, services)
      webhookRoutes(b1, services)
    },
    { prefix: '/api/b1' },
  )
}
