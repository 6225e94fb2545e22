import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import cookies from '@fastify/cookie'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { asUnavailable } from '../db/failures.ts'
import { Declined, Malformed, NotFound, Refusal, Unavailable } from '../errors.ts'
import { chooseLanguage } from '../locales/choose-language.ts'
import type { Language } from '../locales/languages.ts'
import { durations, requests } from '../metrics/meter.ts'
import { readBodies } from './bodies.ts'
import { refuseUnread } from './client-errors.ts'
import { logStream } from './log-stream.ts'
import { loggable } from './loggable.ts'
import { plainAddress } from './plain-address.ts'
import { problemDocument, STATUSES } from './problem.ts'
import { sharedSerializers } from './serializers.ts'
import type { Services } from './services.ts'
import { RateLimited } from './throttle.ts'

const BODY_LIMIT = 1_048_576
/** The most time for headers, for the body after them, and between two packets. */
const TIMES = { headers_ms: 10_000, body_ms: 15_000, silence_ms: 20_000 }
// By default Node checks every half minute, when a slow request has already had twice its time.
const LOOKING_MS = 5_000
const MAX_HEADER_BYTES = 16_384
const RETRY_SECONDS = 2
const EXPECTATION_FAILED = 417
const MS_PER_S = 1_000

// One object for every response: a plug-in that creates them each time costs more than the route.
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** Maps the framework's errors to ours. */
const FRAMEWORK: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Malformed('unsupported_media_type.types'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Malformed('body_too_large.size'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Malformed('malformed_request.length'),
  FST_ERR_MAX_PARAM_LENGTH: () => new NotFound('not_found.address'),
  FST_ERR_BAD_URL: () => new Malformed('malformed_request.address'),
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's form has a file. */
    takes_files?: boolean
    /** The route reads its body itself, as it comes: it may be long, and take long. */
    streams?: boolean
  }
  interface FastifyInstance {
    /** Sends a refusal to people in browsers; the door with pages sets it. */
    forReaders: { problem: ((exchange: Exchange, refusal: Refusal) => Promise<FastifyReply>) | null }
  }
}

function limits({ headers_ms, silence_ms }: typeof TIMES) {
  return {
    bodyLimit: BODY_LIMIT,
    // Holds for all routes alike: `limitTime` makes exceptions.
    requestTimeout: 0,
    connectionTimeout: silence_ms,
    http: {
      headersTimeout: headers_ms,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: LOOKING_MS,
    },
  }
}

/** The HTTP server with everything below the doors: bodies, limits, headers, errors, the log. */
export function buildServer({ config }: Pick<Services, 'config'>, times = TIMES): FastifyInstance {
  const { public_url, trust_proxy } = config
  const headers = headersFor(public_url)
  const app: FastifyInstance = Fastify({
    ...limits(times),
    logger: loggerAt(config.log_level),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    trustProxy: trust_proxy.length > 0 ? trust_proxy : false,
    rewriteUrl: plainAddress,
    routerOptions: { querystringParser: (text) => ({ text }) },
    // While the service stops, it answers what still arrives, and the database is closed afterwards.
    return503OnClosing: false,
    clientErrorHandler: refuseUnread({
      public_url,
      headers,
      log: (line) => app.log.info(line, 'responded to an invalid request'),
    }),
    // Such a request runs no hook.
    frameworkErrors: (error, request, reply) => {
      limitTime(app, request, times.body_ms)
      reply.headers(headers).header('x-request-id', request.id)
      void fail(error, { request, reply }, public_url)
    },
    forceCloseConnections: 'idle',
  })
  // The doors read bodies by their schemas, where variant and encoding are known.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(sharedSerializers())
  readBodies(app)
  // Parsed only on demand: programs send none.
  app.register(cookies, { hook: false })
  // Node's own answer would leave the connection open for the body.
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(EXPECTATION_FAILED, { connection: 'close' }).end(),
  )
  app.decorate('forReaders', { problem: null })
  addHooks(app, { headers, body_ms: times.body_ms })
  answerFailures(app, public_url)
  return app
}

function headersFor(public_url: string): Record<string, string> {
  if (!public_url.startsWith('https:')) return HEADERS
  return { ...HEADERS, 'strict-transport-security': 'max-age=31536000' }
}

function loggerAt(level: string) {
  return {
    level,
    base: cluster.worker === undefined ? null : { worker: cluster.worker.id },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    stream: logStream,
  }
}

/** Adds these headers to every response, logs it and counts it. */
function addHooks(
  app: FastifyInstance,
  { headers, body_ms }: { headers: Record<string, string>; body_ms: number },
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (namesTypeOfNothing(request)) delete request.headers['content-type']
    if (request.routeOptions.config.streams === true) endUnread(request, reply)
    else limitTime(app, request, body_ms)
    reply.headers(headers).header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    logAnswer(request, reply)
    countAnswer(request, reply)
  })
}

function answerFailures(app: FastifyInstance, public_url: string): void {
  app.setErrorHandler((error, request, reply) => fail(error, { request, reply }, public_url))
  app.setNotFoundHandler((request, reply) =>
    fail(new NotFound('not_found.address'), { request, reply }, public_url),
  )
}

/** Ends a request whose body takes too long, also when it was answered before the body came. */
function limitTime(app: FastifyInstance, { raw }: FastifyRequest, most_ms: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (raw.complete || (length === undefined && encoding === undefined)) return
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    // Requests of tests have no connection.
    if (!raw.complete && raw.socket instanceof Socket) app.server.emit('clientError', error, raw.socket)
  }, most_ms).unref()
  const stop = () => clearTimeout(timer)
  // Not with the answer: what is left of the body may still come.
  raw.once('end', stop).once('close', stop)
}

/** Ends the connection with the answer if something of the body was not read: nobody waits for the rest. */
function endUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    if (!raw.complete && raw.socket instanceof Socket) raw.socket.destroySoon()
  })
}

/** A content type without a body means nothing: some programs send an invalid one. */
function namesTypeOfNothing({ method, headers }: FastifyRequest): boolean {
  if (headers['content-type'] === undefined || (method !== 'GET' && method !== 'HEAD')) return false
  return (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined
}

/** The path without its query, which may contain a key or a token. */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0]
  request.log.info(
    { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
    'answered',
  )
}

/** By the route's pattern, never the path: that contains keys. */
function countAnswer({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const route = routeOptions.url ?? 'none'
  requests.inc({ method, route, status: reply.statusCode })
  durations.observe({ route }, reply.elapsedTime / MS_PER_S)
}

function fail(
  thrown: unknown,
  { request, reply }: Exchange,
  public_url: string,
): FastifyReply | Promise<FastifyReply> {
  const refusal = asRefusal(thrown)
  const status = STATUSES[refusal.code]
  if (status >= 500)
    request.log.error({ err: status === 500 ? loggable(thrown) : undefined }, refusal.message)
  if (refusal instanceof Unavailable) reply.header('retry-after', RETRY_SECONDS)
  if (refusal.allowance !== null) reply.header('retry-after', refusal.allowance.reset_seconds)
  if (refusal instanceof RateLimited) reply.headers(rateHeaders(refusal.allowance))
  const sendPage = isForReading(request) ? request.server.forReaders.problem : null
  if (sendPage !== null) return sendPage({ request, reply }, refusal)
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problemDocument(refusal, { public_url, request_id: request.id, language: languageOf(request) }))
}

function languageOf({ headers }: FastifyRequest): Language {
  return chooseLanguage({ own: null, group: null, header: headers['accept-language'] })
}

/** A browser requesting a page, outside of the API. */
function isForReading(request: FastifyRequest): boolean {
  return !/^\/api([/?]|$)/.test(request.url) && (request.headers.accept ?? '').includes('text/html')
}

/** The headers with the rest of a key's allowance. */
export function rateHeaders({
  limit,
  remaining,
  reset_seconds,
}: RateLimited['allowance']): Record<string, number> {
  return { 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset_seconds }
}

function asRefusal(thrown: unknown): Refusal {
  const error = asUnavailable(thrown)
  if (error instanceof Refusal) return error
  const known = FRAMEWORK[(error as FastifyError).code]
  if (known !== undefined) return known()
  const status = (error as FastifyError).statusCode ?? 500
  if (status >= 400 && status < 500) return new Declined('malformed_request.itself')
  return new Declined('internal.unchanged')
}
