import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { Declined, type Refusal } from '../errors.ts'
import { problemDocument, STATUSES } from './problem.ts'

const TIMEOUT = new Declined('request_timeout.late')
const OVERFLOW = new Declined('headers_too_large.size')
const NO_HTTP = new Declined('malformed_request.no_http')

const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: TIMEOUT,
  HPE_HEADER_OVERFLOW: OVERFLOW,
}

/** `log`: logs a line about each response, with the id in that response. */
type Tools = { public_url: string; headers: Record<string, string>; log: (line: object) => void }

/**
 * Answers invalid requests: too slow, too large, or no HTTP at all. They reach no route, and the response
 * closes the connection, and says so: another request on the same connection would be lost.
 */
export function refuseUnread({ log, ...answering }: Tools) {
  return ({ code }: ConnectionError, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    const refusal = REFUSALS[code] ?? NO_HTTP
    const request_id = randomUUID()
    log({ request_id, status: STATUSES[refusal.code] })
    if (socket.writable) socket.write(answerTo(refusal, { ...answering, request_id }))
    socket.destroySoon()
  }
}

function answerTo(
  refusal: Refusal,
  { public_url, headers, request_id }: Omit<Tools, 'log'> & { request_id: string },
): string {
  const status = STATUSES[refusal.code]
  const body = JSON.stringify(problemDocument(refusal, { public_url, request_id, language: 'en' }))
  const lines = Object.entries({
    ...headers,
    'x-request-id': request_id,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
