import { ApiError, UnreachableError } from './errors.ts'
import type { Problem } from './generated.ts'

/** One request, before it is sent. */
export type Wish = {
  method: string
  /** Such as /api/b1/polls. */
  path: string
  query?: Record<string, unknown>
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** An answer: a success or a 304, with its JSON parsed. */
export type Reply = { status: number; headers: Headers; body: unknown }

export type Sending = {
  url: string
  key: string
  fetch: typeof fetch
  /** How often a request is retried. */
  retries: number
  /** The timeout of one attempt, in milliseconds. */
  timeout_ms: number
  /**
   * The longest pause between two tries, in milliseconds: if the service asks for a longer one, that is an
   * error.
   */
  longest_pause_ms: number
}

const FIRST_PAUSE_MS = 500
const NOT_MODIFIED = 304
const TOO_MANY = 429
const CONFLICT = 409
/** From the service (503) or a proxy: the request may have been carried out. */
const AWAY = [502, 503, 504]

/**
 * Sends a request, and retries it if that is safe. ApiError: refused; UnreachableError: no answer; or the
 * reason with which `signal` was aborted.
 */
export async function send(wish: Wish, sending: Sending): Promise<Reply> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(wish, sending)
    } catch (error) {
      const pause = tried > sending.retries || wish.signal?.aborted ? null : pauseAfter(error, wish, tried)
      if (pause === null || pause > sending.longest_pause_ms) throw error
      await wait(pause, wish.signal)
    }
  }
}

async function attempt(
  { method, path, query = {}, body, headers, signal }: Wish,
  sending: Sending,
): Promise<Reply> {
  const limit = AbortSignal.timeout(sending.timeout_ms)
  try {
    const answer = await sending.fetch(`${sending.url}${path}${queryText(query)}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${sending.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirected POST becomes a GET without an error.
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    })
    return await read(answer)
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    if (signal?.aborted) throw signal.reason
    throw new UnreachableError(`No response from ${sending.url}.`, { cause })
  }
}

async function read(answer: Response): Promise<Reply> {
  const { status, headers } = answer
  const body = readJson(await answer.text())
  if (status === NOT_MODIFIED) return { status, headers, body: null }
  if (answer.ok && body !== undefined) return { status, headers, body }
  // A login portal or another program's page: it does not prove that anything was done.
  if (answer.ok) throw new ApiError(status, { error: noJson(status) })
  const redirected = answer.type === 'opaqueredirect' || (status >= 300 && status < 400)
  const words = `The service is at another address: ${headers.get('location') ?? 'it responded with a redirect'}.`
  throw new ApiError(status, redirected ? { error: words } : problemOf(body), retryAfter(headers))
}

/** Undefined: not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const noJson = (status: number) =>
  `The response is not JSON (HTTP ${status}). Is there a Folkmoot service at this address?`

function problemOf(body: unknown): Partial<Problem> {
  return typeof body === 'object' && body !== null && 'code' in body ? (body as Partial<Problem>) : {}
}

/** In seconds. */
function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  if (/^\d+$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1_000)
}

/** In milliseconds, half of it random so that clients do not retry at the same moment. Null: do not retry. */
function pauseAfter(error: unknown, wish: Wish, tried: number): number | null {
  if (!isWorthIt(error, wish)) return null
  const grown = FIRST_PAUSE_MS * 2 ** (tried - 1)
  const asked = error instanceof ApiError && error.retry_after !== null ? error.retry_after * 1_000 : null
  return asked === null ? grown * (0.5 + Math.random() / 2) : asked + (Math.random() * FIRST_PAUSE_MS) / 2
}

function isWorthIt(error: unknown, wish: Wish): boolean {
  if (error instanceof UnreachableError) return isRepeatable(wish)
  if (!(error instanceof ApiError)) return false
  // These limits last minutes or hours, and the same request may exceed them again.
  if (error.status === TOO_MANY) return !['too_many_attempts', 'invites_limited'].includes(error.code)
  // The first request with this key is still running.
  if (error.status === CONFLICT) return error.code === 'idempotency_in_flight'
  return AWAY.includes(error.status) && isRepeatable(wish)
}

/** Running it twice has the same effect as once. */
function isRepeatable({ method, headers = {} }: Wish): boolean {
  if ('idempotency-key' in headers || method === 'GET') return true
  return (method === 'PATCH' || method === 'PUT') && !('if-match' in headers)
}

function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]))}`
}

function wait(pause_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, pause_ms)
    signal?.addEventListener('abort', stop)
    function done() {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
  })
}
