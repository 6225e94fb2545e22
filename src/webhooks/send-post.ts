import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { type Answer, readRetryAfter } from './delivery.ts'
import { type Allowed, literalOf, mayConnect } from './public-address.ts'

/** The whole request, from the DNS lookup to the last byte of the response. */
export const LIMIT_MS = 15_000
/** The rest of a response is not read. */
export const MAX_ANSWER_BYTES = 65_536

export type Post = { url: string; headers: Record<string, string>; body: string | Buffer }
export type Limits = { allowed: Allowed; limit_ms: number }

type Found = { address: string; family: number }

/** Why there was no request or no response, as a text for admins. */
class NoAnswer extends Error {}

const NOT_PUBLIC = 'it points to an address that is not public; the operator can allow it (OUTBOUND_ALLOW)'

/**
 * Sends JSON to a webhook, or bytes to a push service, and reads the response. Does not follow redirects, and
 * connects only to public or allowed addresses. It resolves the name once and connects to that result: a DNS
 * answer that changes between check and connection has no effect. Never throws.
 */
export async function sendPost(post: Post, limits: Limits): Promise<Answer> {
  const started = performance.now()
  const took_ms = () => Math.round(performance.now() - started)
  const late = AbortSignal.timeout(limits.limit_ms)
  try {
    const target = new URL(post.url)
    const found = await within(late, addressesOf(target.hostname, limits.allowed))
    const answer = await exchange(target, post, { found, late, allowed: limits.allowed })
    return { ...answer, took_ms: took_ms() }
  } catch (error) {
    const words = late.aborted ? `no response within ${limits.limit_ms / 1_000} seconds` : failureWords(error)
    return { status: null, body: null, error: words, retry_after_ms: null, took_ms: took_ms() }
  }
}

/** The host's addresses that are allowed. NoAnswer: none. */
async function addressesOf(hostname: string, allowed: Allowed): Promise<Found[]> {
  const literal = literalOf(hostname)
  const all = literal === null ? await lookup(hostname, { all: true }) : [found(literal)]
  const open = all.filter(({ address }) => mayConnect(address, allowed))
  if (open.length === 0) throw new NoAnswer(NOT_PUBLIC)
  return open
}

const found = (address: string): Found => ({ address, family: isIP(address) })

type Way = { found: Found[]; late: AbortSignal; allowed: Allowed }

function exchange(target: URL, { headers, body }: Post, way: Way): Promise<Omit<Answer, 'took_ms'>> {
  const send = target.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send({
      method: 'POST',
      hostname: target.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: target.port,
      path: `${target.pathname}${target.search}`,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup: answering(way.found),
      signal: way.late,
    })
    guard(request, way.allowed)
    request.on('error', reject)
    // A receiver that switches the protocol sends no response.
    const unanswered = () => reject(new NoAnswer('the connection was closed without a response'))
    request.on('close', unanswered)
    request.on('response', (response) => {
      // Errors after the status no longer matter: it has answered.
      request.off('error', reject).off('close', unanswered)
      request.on('error', () => undefined)
      void readAnswer(response).then((text) => {
        request.destroy()
        const retry_after_ms = readRetryAfter(response.headers['retry-after'], new Date())
        resolve({ status: response.statusCode ?? null, body: text, error: null, retry_after_ms })
      })
    })
    request.end(body)
  })
}

/** A lookup function that returns these earlier results. */
function answering(all: Found[]): LookupFunction {
  return (_, options, callback) => {
    const [first] = all
    if (options.all) callback(null, all)
    else callback(null, first?.address ?? '', first?.family)
  }
}

/** The final check: the address of the other end. */
function guard(request: ClientRequest, allowed: Allowed): void {
  request.on('socket', (socket: Socket) =>
    socket.once('connect', () => {
      if (!mayConnect(socket.remoteAddress ?? '', allowed)) request.destroy(new NoAnswer(NOT_PUBLIC))
    }),
  )
}

/**
 * The start of a response as text that the database accepts; the part read before it broke off or timed out.
 */
function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve) => {
    const end = () => resolve(asText(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES)))
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_ANSWER_BYTES) end()
    })
    response.on('end', end)
    response.on('error', end)
    response.on('close', end)
  })
}

function asText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\u0000', '\ufffd')
}

/** Resolves with the work, or rejects at the time limit, whichever is first. */
async function within<T>(late: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(late.reason)
  late.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    late.removeEventListener('abort', end)
  }
}

const WORDS: Record<string, string> = {
  ENOTFOUND: 'its host name does not exist',
  EAI_AGAIN: 'its host name could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for a different name',
}

function failureWords(error: unknown): string {
  if (error instanceof NoAnswer) return error.message
  const { code } = error as { code?: unknown }
  return typeof code === 'string'
    ? (WORDS[code] ?? `the connection failed (${code})`)
    : 'the connection failed'
}
