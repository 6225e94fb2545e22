import type { FastifyReply } from 'fastify'
import { loadSession, type SignedIn } from '../../users/load-session.ts'
import { inBrowserZone } from './browser-zone.ts'
import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'
import { forgetTokens, forgetTokensOfOthers, hasForgottenTokens } from './link-cookie.ts'
import { noteReader } from './reader-language.ts'
import { noteShownTo } from './shown-to-part.tsx'

const NAME = 'folkmoot_session'
const SESSION_SECONDS = 60 * 24 * 60 * 60

/** The person who is signed in in this browser, or null. */
export async function signedIn(exchange: Exchange): Promise<SignedIn | null> {
  const found = await loadSession(exchange.services.db.pool, sessionToken(exchange))
  if (found === null) return null
  noteReader(exchange.request, { own: found.locale })
  noteShownTo(exchange.request, { signed_in: found.id })
  return inBrowserZone(exchange.request, found)
}

/** The token of this browser's session, valid or not; '' if there is none. */
export function sessionToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
}

/**
 * Sets the browser's session token; '' removes it. Links followed before by others then open nothing any
 * more.
 */
export function setSessionCookie(exchange: Exchange, token: string): FastifyReply {
  const { reply, services } = exchange
  const { public_url } = services.config
  const is_over = token === ''
  const maxAge = is_over ? 0 : SESSION_SECONDS
  reply.setCookie(cookieName(public_url), token, { ...guarded(public_url), maxAge })
  if (is_over) forgetTokens(exchange)
  else forgetTokensOfOthers(exchange)
  return reply
}

/**
 * Whether this browser gave up its personal links, and nobody has signed in or out since: a form that a link
 * opened is then not of somebody whose session ended.
 */
export function hasPutLinksAway(exchange: Exchange): boolean {
  return sessionToken(exchange) === '' && hasForgottenTokens(exchange)
}

function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Host-${NAME}` : NAME
}
