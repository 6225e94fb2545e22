import type { FastifyInstance } from 'fastify'
import { WITH_ETAGS } from '../api/operations.ts'
import { serveRoutes } from '../api/serve-route.ts'
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
import { sayWhatIsMissing } from './missing-calls.ts'
import { pollActRoutes } from './poll-acts.ts'
import { pollRoutes } from './polls.ts'
import { resultRoutes } from './results.ts'
import type { Route } from './route.ts'
import { voterRoutes } from './voters.ts'
import { webhookActRoutes } from './webhooks/webhook-acts.ts'
import { webhookRoutes } from './webhooks/webhooks.ts'

/** The routes of the b1 interface, in the order of its document. The only list of them. */
export const B1_ROUTES: readonly Route[] = [
  ...discussionRoutes,
  ...discussionActRoutes,
  ...commentRoutes,
  ...pollRoutes,
  ...pollActRoutes,
  ...voterRoutes,
  ...ballotRoutes,
  ...resultRoutes,
  ...membershipRoutes,
  ...memberRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...webhookActRoutes,
]

/** The b1 interface under /api/b1. */
export function b1Routes(app: FastifyInstance, given: Services): void {
  const services = withLimits(given)
  app.register(async (b1) => sayWhatIsMissing(b1, B1_ROUTES), { prefix: '/api/b1' })
  app.register(
    async (b1) => {
      takeKeys(b1, services.config)
      countUses(b1, services.db)
      tellDeprecations(b1, services.config.public_url)
      etags(b1)
      serveRoutes(b1, services, { routes: B1_ROUTES, headers: WITH_ETAGS })
    },
    { prefix: '/api/b1' },
  )
}
