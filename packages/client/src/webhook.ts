import type { Decision } from './generated.ts'

/** The body of a webhook in the format json. */
export type WebhookBody = {
  kind: string
  /** The page of the record. */
  url: string
  /** What happened, in a sentence. */
  text: string
  title: string
  group_name: string
  actor_name: string | null
  poll_type: string | null
  /** The event's id; null: a test. */
  id: number | null
  occurred_at: string
  group_id: number
  discussion_id?: number | null
  poll_id?: number | null
  comment_id?: number | null
  outcome_id?: number | null
  stance_id?: number | null
  membership_id?: number | null
  actor_id?: number | null
  /** The decision of a poll's rules, once voting has closed. */
  decision?: Decision | null
  /** The records concerned, as in the API. */
  data?: Record<string, unknown>
}

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export type VerifyOptions = {
  /** How far the sender's clock may differ from ours: 300 seconds by default. */
  tolerance_seconds?: number
  /** The current time. */
  now?: Date
}

export type WebhookFault = 'headers_missing' | 'too_old' | 'too_new' | 'signature_wrong' | 'body_wrong'

/** The request is not from the service, or too old. Answer it with 4xx. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: WebhookFault

  constructor(code: WebhookFault, message: string) {
    super(message)
    this.code = code
  }
}

const TOLERANCE_SECONDS = 300
const SECOND_MS = 1_000
const SECRET_PREFIX = 'whsec_'

/**
 * Checks by Standard Webhooks 1.0 that a webhook comes from the service, and reads it. `body` is the raw
 * request body, not parsed; `secret` the webhook's secret, or several. WebhookError: it does not, or its
 * timestamp is too far off. The same webhook-id may come twice: process it only once.
 */
// biome-ignore lint/complexity/useMaxParams: programs call it so, as its README says
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookBody> {
  checkGiven(body, headers, secret)
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  checkTime(timestamp, options)
  const sent = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), sent)
  const keys = await Promise.all([secret].flat().map(importKey))
  // All are tried, so that the time does not reveal which one matches.
  const tries = await Promise.all(
    keys.flatMap((key) => bytesIn(signatures).map((bytes) => fits(key, bytes, signed))),
  )
  if (!tries.includes(true))
    throw new WebhookError(
      'signature_wrong',
      'No signature matches: the request was not sent by this webhook, or was changed.',
    )
  return read(sent)
}

/** JavaScript callers are not checked by types. */
function checkGiven(body: unknown, headers: unknown, secret: unknown): void {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('body must be the raw request body, as text or bytes, before any parsing')
  if (typeof headers !== 'object' || headers === null)
    throw new TypeError('headers must be the headers of the request')
  const secrets = [secret].flat()
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string')) return
  const what = secrets.includes(undefined) ? '; it is undefined' : ''
  throw new TypeError(`secret must be the secret of a webhook, such as whsec_…${what}`)
}

function header(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookError('headers_missing', `The header ${name} is missing.`)
}

function checkTime(
  timestamp: string,
  { tolerance_seconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions,
): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('headers_missing', 'The header webhook-timestamp does not contain a time.')
  const age = now.getTime() / SECOND_MS - Number(timestamp)
  if (age > tolerance_seconds) throw new WebhookError('too_old', 'It was sent too long ago.')
  if (-age > tolerance_seconds)
    throw new WebhookError('too_new', 'Its time is in the future. Check the clock.')
}

/** The signatures of the only supported version. */
function bytesIn(signatures: string): Bytes[] {
  return signatures.split(' ').flatMap((one) => {
    const [version, text = ''] = one.split(',')
    const bytes = version === 'v1' ? fromBase64(text) : null
    return bytes === null ? [] : [bytes]
  })
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret)
  if (bytes === null || bytes.length === 0)
    throw new TypeError('secret must be the secret of a webhook, such as whsec_…')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** In constant time. */
function fits(key: CryptoKey, signature: Bytes, signed: Bytes): Promise<boolean> {
  return crypto.subtle.verify('HMAC', key, signature, signed)
}

type Bytes = Uint8Array<ArrayBuffer>

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function joined(one: Uint8Array, other: Uint8Array): Bytes {
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

function read(bytes: Uint8Array): WebhookBody {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookBody
  } catch {
    throw new WebhookError('body_wrong', 'It is not JSON.')
  }
}
