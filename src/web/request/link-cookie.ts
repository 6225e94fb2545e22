import type { FastifyRequest } from 'fastify'
import { queryOf } from '../../http/credentials.ts'
import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'

const NAME = 'folkmoot_link'

/** The token in the URL of a followed link, or null. */
export function linkToken(request: FastifyRequest): string | null {
  const { k } = queryOf(request)
  return typeof k === 'string' && k !== '' ? k : null
}

/** The token stored when a link to this page was followed; '' if there is none. */
export function keptToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
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
  const kept = reply.setCookie(cookieName(public_url), token, { ...guarded(public_url), path })
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
