import type { FastifyRequest } from 'fastify'
import { queryOf } from '../../http/credentials.ts'
import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'

const NAME = 'folkmoot_link'
const LEFT = 'folkmoot_left'
/** The clocks of two machines that serve one browser differ by less. */
const CLOCKS_MS = 60_000

/** When this browser's last person signed out, and when the next one signed in; 0: not yet. */
type Change = { left_at: number; entered_at: number }

/** The token in the URL of a followed link, or null. */
export function linkToken(request: FastifyRequest): string | null {
  const { k } = queryOf(request)
  return typeof k === 'string' && k !== '' ? k : null
}

/**
 * The token stored when a link to this page was followed; '' if there is none, or somebody has signed out or
 * in since in this browser: each page has a cookie of its own, which only its own requests can delete.
 * `kind`: a link for joining is nobody's own, and still valid for whoever signs in to join.
 */
export function keptToken(
  { request, services }: Exchange,
  kind: 'personal' | 'joining' = 'personal',
): string {
  const { public_url } = services.config
  const [token = '', kept = '0'] = (cookieOf(request, cookieName(public_url)) ?? '').split('.')
  const { left_at, entered_at } = lastChange(request, public_url)
  const over_at = kind === 'personal' ? Math.max(left_at, entered_at) : left_at
  const is_over = over_at > 0 && (Number(kept) <= over_at || isAhead(Number(kept)))
  return is_over ? '' : token
}

/** Makes this browser forget the links followed so far, for whoever signs out. */
export function forgetTokens({ reply, services }: Exchange): void {
  noteChange({ reply, services }, { left_at: Date.now(), entered_at: 0 })
}

/**
 * Makes this browser forget the personal links followed so far, for whoever signs in. Not links for joining:
 * others may have followed them.
 */
export function forgetTokensOfOthers({ request, reply, services }: Exchange): void {
  const entered_at = Date.now()
  const { left_at } = lastChange(request, services.config.public_url)
  noteChange({ reply, services }, { left_at: Math.min(left_at, entered_at), entered_at })
}

/** Whether this browser forgot personal links, and nobody has signed out since. */
export function hasForgottenTokens({ request, services }: Exchange): boolean {
  return lastChange(request, services.config.public_url).entered_at > 0
}

function lastChange(request: FastifyRequest, public_url: string): Change {
  const [left_at, entered_at] = (cookieOf(request, leftName(public_url)) ?? '').split('.').map(Number)
  return { left_at: left_at || 0, entered_at: entered_at || 0 }
}

function noteChange(
  { reply, services }: Pick<Exchange, 'reply' | 'services'>,
  { left_at, entered_at }: Change,
): void {
  const { public_url } = services.config
  reply.setCookie(leftName(public_url), `${left_at}.${entered_at}`, guarded(public_url))
}

/** A clock was wrong then. */
const isAhead = (time: number) => time > Date.now() + CLOCKS_MS

/**
 * Stores a valid token for the page at `path` until the browser is closed, and redirects to the URL without
 * it: URLs get copied, bookmarked and logged. `rest`: the remaining part of the URL.
 */
export function keepToken(
  { request, reply, services }: Exchange,
  token: string,
  { path, rest = '', status = 303 }: { path: string; rest?: string; status?: number },
): ReturnType<Exchange['reply']['redirect']> {
  const { public_url } = services.config
  const now = Date.now()
  const value = `${token}.${now}`
  const { left_at, entered_at } = lastChange(request, public_url)
  if (isAhead(left_at) || isAhead(entered_at))
    noteChange(
      { reply, services },
      { left_at: Math.min(left_at, now - 1), entered_at: Math.min(entered_at, now - 1) },
    )
  const kept = reply.setCookie(cookieName(public_url), value, { ...guarded(public_url), path })
  return kept.redirect(`${path}${rest}`, status)
}

/** Makes this browser forget the link to the page at `path`. */
export function forgetToken({ reply, services }: Exchange, path: string): void {
  const { public_url } = services.config
  reply.setCookie(cookieName(public_url), '', { ...guarded(public_url), path, maxAge: 0 })
}

/**
 * The same for somebody to whom it does not belong. A link to a poll also opened its thread, and a thread its
 * polls, each with a cookie that only its own page gets: so all personal links end here.
 */
export function putTokenAway(exchange: Exchange, path: string): void {
  forgetToken(exchange, path)
  forgetTokensOfOthers(exchange)
}

/** The `__Host-` prefix requires the path /, but a link's token is for one page only. */
function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Secure-${NAME}` : NAME
}

const leftName = (public_url: string): string => (isSecure(public_url) ? `__Host-${LEFT}` : LEFT)
