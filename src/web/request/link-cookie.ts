import type { FastifyRequest } from 'fastify'
import { queryOf } from '../../http/credentials.ts'
import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'

const NAME = 'folkmoot_link'

/** The token in the address of a link just followed, or null. */
export function linkToken(request: FastifyRequest): string | null {
  const { k } = queryOf(request)
  return typeof k === 'string' && k !== '' ? k : null
}

/** The token kept when a link to this page was followed; '' when there is none. */
export function keptToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
}

/**
 * Keeps a token that was found good, for the page at `path` and until the browser is closed, and goes on to
 * the address without it: what stands in an address gets copied, bookmarked and logged. `rest` is what else
 * the address holds.
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

/** Lets this browser forget the link to the page at `path`. */
export function forgetToken({ reply, services }: Exchange, path: string): void {
  const { public_url } = services.config
  reply.setCookie(cookieName(public_url), '', { ...guarded(public_url), path, maxAge: 0 })
}

/** The `__Host-` prefix would ask for the path /, and a link's token is for one page only. */
function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Secure-${NAME}` : NAME
}
