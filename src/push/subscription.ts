import { createHash, ECDH } from 'node:crypto'
import { MAIL_KINDS, type MailKind } from '../events/mail-rule.ts'
import { type Allowed, isRefusedHost, literalOf, mayConnect } from '../webhooks/public-address.ts'

/** A browser's subscription: an address at its push service, and its keys in base64url. */
export type Offered = { endpoint: string; p256dh: string; auth: string }

/** The same, checked. */
export type Target = { endpoint: string; browser_key: Buffer; auth: Buffer }

/** The devices of one person that get notices; another one replaces the oldest. */
export const MOST_SUBSCRIPTIONS = 20
const MAX_ENDPOINT = 2_000
const MAX_KEY_CHARACTERS = 100
const AUTH_BYTES = 16
const KEY_BYTES = 65

/** The kinds of notices: those of mails. */
export const PUSH_KINDS: readonly MailKind[] = MAIL_KINDS

/**
 * A subscription as our script sends it; null: no browser made it. It needs https, except at private
 * addresses that the operator lists.
 */
export function targetOf({ endpoint, p256dh, auth }: Offered, allowed: Allowed): Target | null {
  const secret = Buffer.from(auth.slice(0, MAX_KEY_CHARACTERS), 'base64url')
  const key = Buffer.from(p256dh.slice(0, MAX_KEY_CHARACTERS), 'base64url')
  if (!isEndpoint(endpoint, allowed) || !isPublicKey(key) || secret.length !== AUTH_BYTES) return null
  return { endpoint, browser_key: key, auth: secret }
}

function isEndpoint(text: string, allowed: Allowed): boolean {
  if (text.length > MAX_ENDPOINT || !/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return !isRefusedHost(hostname, allowed)
  const literal = literalOf(hostname)
  return protocol === 'http:' && literal !== null && mayConnect(literal, allowed) && !mayConnect(literal, [])
}

/** Whether these bytes are a point of the curve, written out in full. */
function isPublicKey(bytes: Buffer): boolean {
  try {
    return bytes.length === KEY_BYTES && ECDH.convertKey(bytes, 'prime256v1').length > 0
  } catch {
    return false
  }
}

/** The hash by which a subscription is found. */
export function endpointHash(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest()
}

/** The kinds among these words, in their usual order. */
export function pushKindsAmong(words: readonly string[]): MailKind[] {
  return PUSH_KINDS.filter((kind) => words.includes(kind))
}
