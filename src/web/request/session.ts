import type { FastifyReply } from 'fastify'
import { loadSession, type SignedIn } from '../../users/load-session.ts'
import { inBrowserZone } from './browser-zone.ts'
import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'
import { noteReader } from './reader-language.ts'

const NAME = 'folkmoot_session'
const SESSION_SECONDS = 60 * 24 * 60 * 60

/** The person who is signed in in this browser, or null. */
export async function signedIn(exchange: Exchange): Promise<SignedIn | null> {
  const found = await loadSession(exchange.services.db.pool, sessionToken(exchange))
  if (found === null) return null
  noteReader(exchange.request, { own: found.locale })
  return inBrowserZone(exchange.request, found)
}

/** The token of this browser's session, valid or not; '' if there is none. */
export function sessionToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
}

/** Sets the browser's session token; '' removes it. */
export function setSessionCookie({ reply, services }: Exchange, token: string): FastifyReply {
  const { public_url } = services.config
  const maxAge = token === '' ? 0 : SESSION_SECONDS
  return reply.setCookie(cookieName(public_url), token, { ...guarded(public_url), maxAge })
}

function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Host-${NAME}` : NAME
}
