import type { FastifyInstance } from 'fastify'
import type { Services } from '../http/services.ts'
import type { Permission } from '../keys/api-key.ts'
import type { Definition } from './definition.ts'
import type { Exchange } from './exchange.ts'
import { type HeadersByMethod, schemaOf } from './operations.ts'

/** A route as a door serves it: it checks the permission before the handler. */
export type ServedRoute = Definition & {
  /** The permission by which it is listed; null: none is required. */
  listed_by: Permission | null
  serve: (services: Services, exchange: Exchange) => Promise<object | Buffer>
}

/** Registers the routes of a door in the order of the document. */
export function serveRoutes(
  app: FastifyInstance,
  services: Services,
  { routes, headers }: { routes: readonly ServedRoute[]; headers: HeadersByMethod },
): void {
  for (const route of routes)
    app.route({
      method: route.method,
      url: route.path,
      schema: schemaOf(route, headers),
      config: { permission: route.listed_by },
      handler: (request, reply) => {
        const serve = () => route.serve(services, { request, reply })
        const takes_turns = route.method === 'GET' && route.shares_reads !== true
        return takes_turns ? app.inTurn(request.keyHash.toString('base64'), serve) : serve()
      },
    })
}
