import type { FastifyInstance } from 'fastify'
import { describeApi } from '../api/describe.ts'
import { b1Routes } from '../b1/routes.ts'
import { healthRoutes } from '../http/health.ts'
import { buildServer } from '../http/server.ts'
import type { Services } from '../http/services.ts'
import { webRoutes } from '../web/routes.ts'

/** The HTTP server with all its doors, ready to listen. */
export function buildApp(services: Services): FastifyInstance {
  const app = buildServer(services)
  healthRoutes(app, services)
  describeApi(app, services)
  // The description sees only routes of plug-ins registered after it.
  app.register(async (routes) => b1Routes(routes, services))
  app.register(async (routes) => webRoutes(routes, services))
  return app
}
