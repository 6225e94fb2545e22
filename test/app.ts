import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { DEPRECATIONS, type Deprecation } from '../src/api/deprecations.ts'
import { describeApi } from '../src/api/describe.ts'
import { b1Routes } from '../src/b1/routes.ts'
import { readConfig } from '../src/config.ts'
import { buildServer } from '../src/http/server.ts'
import { atEnd } from './at-end.ts'
import type { World } from './world.ts'

/** The real HTTP server on a world's database, with requests injected in process. */
export async function serve(
  world: Pick<World, 'db'>,
  settings: Record<string, string> = {},
  deprecations: readonly Deprecation[] = DEPRECATIONS,
): Promise<FastifyInstance> {
  const config = readConfig({
    API_RATE_LIMIT: '0',
    PUBLIC_URL: 'https://moot.example',
    ...settings,
  })
  const services = { db: world.db, config }
  const app = buildServer(services)
  describeApi(app, services, deprecations)
  await app.register(async (routes) => b1Routes(routes, services))
  await app.ready()
  atEnd(() => app.close())
  return app
}

export type Answer = LightMyRequestResponse
