import { connect } from '@folkmoot/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import { loadTools, mcpServer } from './server.ts'

export type Asked = { key: string; allow_writes: boolean; request: Request }
export type Answering = (asked: Asked) => Promise<Response>

/** Nothing changes during a connection, and an open stream would delay a stop. */
const NO_SUBSCRIPTIONS = 0

/**
 * Answers assistants over HTTP, each request by itself. Their calls take the usual route, without the
 * network: so permissions, limits and the log are those of the API.
 */
export async function answering(app: FastifyInstance, version: string): Promise<Answering> {
  const url = 'http://localhost'
  const clientOf = (key: string) => connect({ url, key, fetch: inProcess(app), retries: 0 })
  const tools = await loadTools(clientOf('none'))
  return async ({ key, allow_writes, request }) => {
    const offer = { client: clientOf(key), tools, allow_writes, version }
    const handler = createMcpHandler(() => mcpServer(offer), { maxSubscriptions: NO_SUBSCRIPTIONS })
    return whole(await handler.fetch(request))
  }
}

/** The response once all of it is there: until then its call may run. */
async function whole(answer: Response): Promise<Response> {
  const { status, headers } = answer
  const body = await answer.arrayBuffer()
  return new Response(body.byteLength === 0 ? null : body, { status, headers })
}

/** Sends requests to its own server. */
function inProcess(app: FastifyInstance): typeof fetch {
  return async (address, { method, headers, body } = {}) => {
    const { pathname, search } = new URL(String(address))
    const { statusCode, payload, ...answer } = await app.inject({
      method: (method ?? 'GET') as 'GET',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' ? { payload: body } : {}),
    })
    return new Response(payload, { status: statusCode, headers: told(answer.headers) })
  }
}

function told(headers: Record<string, unknown>): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)])
}
