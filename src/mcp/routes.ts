import type { FastifyInstance, FastifyRequest } from 'fastify'
import { turns } from '../db/turns.ts'
import { Forbidden, Malformed } from '../errors.ts'
import { bearerKey, queryOf } from '../http/credentials.ts'
import { rateHeaders } from '../http/server.ts'
import type { Services } from '../http/services.ts'
import { throttle } from '../http/throttle.ts'
import { loadKey } from '../keys/load-key.ts'
import type { Answering } from './over-http.ts'

/** Calls of one key: a large answer takes the process a while to write. The others wait for their turn. */
const MOST_AT_ONCE = 2

type Wish = { Body: string | undefined }

/** /mcp: the API's tools for assistants, over streamable HTTP. */
export function mcpRoutes(app: FastifyInstance, services: Services, version: string): void {
  const { count, prove } = throttle(services.config.api_rate_limit)
  const inTurn = turns(MOST_AT_ONCE)
  // Loaded by the first request: a service without assistants does not need the protocol's code.
  let ready: Promise<Answering> | undefined
  const load = async () => (await import('./over-http.ts')).answering(app, version)
  const forget = (error: unknown) => {
    ready = undefined
    throw error
  }
  const answer = () => (ready ??= load().catch(forget))
  readText(app)
  app.route<Wish>({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    // A HEAD would get a response that is not made here.
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      refuseOtherOrigins(request, services.config.public_url)
      const { key, hash } = bearerKey(request)
      const counted = hash.toString('base64')
      const allowance = count(counted)
      if (allowance !== null) reply.headers(rateHeaders(allowance))
      const allow_writes = allowsWrites(request)
      await loadKey(services.db, hash)
      prove(counted)
      if (isBatch(request)) return reply.code(MALFORMED).send(BATCHES_REFUSED)
      const asked = { key, allow_writes, request: asAsked(request) }
      return inTurn(counted, async () => (await answer())(asked))
    },
  })
}

/**
 * Whether the body is an array: JSON-RPC has batches, the protocol has none since its revision 2025-06-18.
 * Their calls would all run at once.
 */
function isBatch({ body }: FastifyRequest<Wish>): boolean {
  return /^[\ufeff\s]*\[/.test(body ?? '')
}

const MALFORMED = 400
const BATCHES_REFUSED = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Invalid Request: send one message per request, not a batch of them' },
}

/** The protocol's own code parses bodies, and reports errors in them as its clients expect. */
function readText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: FastifyRequest, text: string) => text)
}

/** Required by the protocol: another site's page must not call a service on the reader's machine. */
function refuseOtherOrigins({ headers }: FastifyRequest, public_url: string): void {
  if (headers.origin === undefined || headers.origin === public_url) return
  throw new Forbidden('other_origin.assistant')
}

/** `?allow_writes=true`. Malformed: any other value. */
function allowsWrites(request: FastifyRequest): boolean {
  const { allow_writes = 'false' } = queryOf(request)
  if (allow_writes === 'true' || allow_writes === 'false') return allow_writes === 'true'
  throw new Malformed('malformed_request.allow_writes')
}

function asAsked({ method, headers, body, url }: FastifyRequest<Wish>): Request {
  const { authorization: _, ...told } = headers
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: Object.entries(told).map(([name, value]): [string, string] => [name, String(value)]),
    body: method === 'GET' ? null : (body ?? null),
  })
}
