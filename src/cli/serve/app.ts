import type { FastifyInstance } from 'fastify'
import { describeApi } from '../../api/describe.ts'
import { b1Routes } from '../../b1/routes.ts'
import { b2Routes } from '../../b2/routes.ts'
import { healthRoutes } from '../../http/health.ts'
import { metricsRoutes } from '../../http/metrics.ts'
import { buildServer } from '../../http/server.ts'
import type { Services } from '../../http/services.ts'
import { signingKeyRoutes } from '../../http/signing-keys.ts'
import { mcpRoutes } from '../../mcp/routes.ts'
import type { Figures } from '../../metrics/figures.ts'
import { ownFigures } from '../../metrics/meter.ts'
import { webRoutes } from '../../web/routes.ts'
import { statusPage } from '../../web/status-page.tsx'
import { version } from '../args/help.ts'

/**
 * The HTTP server with all its routes, ready to listen. `gather`: collects the metrics of all processes of
 * the service.
 */
export function buildApp(
  services: Services,
  gather: () => Promise<Figures> = async () => ownFigures(services.db),
): FastifyInstance {
  const app = buildServer(services)
  healthRoutes(app, services)
  signingKeyRoutes(app, services)
  metricsRoutes(app, services, gather)
  describeApi(app, services)
  // The OpenAPI document includes only routes of plug-ins registered after it.
  app.register(async (routes) => b1Routes(routes, services))
  app.register(async (routes) => b2Routes(routes, services))
  app.register(async (routes) => mcpRoutes(routes, services, version()))
  app.register(async (routes) => webRoutes(routes, services, [statusPage(gather)]))
  return app
}
