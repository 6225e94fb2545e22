import type { FastifyRequest } from 'fastify'
import { queryOf } from '../../http/credentials.ts'
import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'

const NAME = 'folkmoot_link'
const LEFT = 'folkmoot_left'

/** The token in the URL of a followed link, or null. */
export function linkToken(request: FastifyRequest): string | null {
  const { k } = queryOf(request)
  return typeof k === 'string' && k !== '' ? k : null
}

/**
 * The token stored when a link to this page was followed; '' if there is none, or somebody has signed out in
 * this browser since: each page has a cookie of its own, which only its own requests can delete.
 */
export function keptToken({ request, services }: Exchange): string {
  const { public_url } = services.config
  const [token = '', kept_at] = (cookieOf(request, cookieName(public_url)) ?? '').split('.')
  const left_at = cookieOf(request, leftName(public_url))
  const is_over = kept_at !== undefined && left_at !== null && Number(kept_at) <= Number(left_at)
  return is_over ? '' : token
}

/** Makes this browser forget the links followed so far, for whoever signs out. */
export function forgetTokens({ reply, services }: Exchange): void {
  const { public_url } = services.config
  reply.setCookie(leftName(public_url), String(Date.now()), guarded(public_url))
}

/**
 * Stores a valid token for the page at `path` until the browser is closed, and redirects to the URL without
 * it: URLs get copied, bookmarked and logged. `rest`: the remaining part of the URL.
 */
export function keepToken(
  { reply, services }: Exchange,
  token: string,
  { path, rest = '', status = 303 }: { path: string; rest?: string; status?: number },
): ReturnType<Exchange['reply']['redirect']> {
  const { public_url } = services.config
  const value = `${token}.${Date.now()}`
  const kept = reply.setCookie(cookieName(public_url), value, { ...guarded(public_url), path })
  return kept.redirect(`${path}${rest}`, status)
}

/** Makes this browser forget the link to the page at `path`. */
export function forgetToken({ reply, services }: Exchange, path: string): void {
  const { public_url } = services.config
  reply.setCookie(cookieName(public_url), '', { ...guarded(public_url), path, maxAge: 0 })
}

/** The `__Host-` prefix requires the path /, but a link's token is for one page only. */
function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Secure-${NAME}` : NAME
}

const leftName = (public_url: string): string => (isSecure(public_url) ? `__Host-${LEFT}` : LEFT)
