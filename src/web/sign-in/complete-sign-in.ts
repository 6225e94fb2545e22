import type { FastifyReply } from 'fastify'
import type { Browser, Entered } from '../../users/sign-in/redeem-sign-in.ts'
import type { Exchange } from '../request/exchange.ts'
import { ownPath } from '../request/own-path.ts'
import { sessionToken, setSessionCookie } from '../request/session.ts'
import { askedToken, setAskedCookie } from '../request/sign-in-cookie.ts'

/** The browser of this request, as signing in needs it. */
export function browserOf(exchange: Exchange): Browser {
  return { agent: exchange.request.headers['user-agent'] ?? null, former: sessionToken(exchange) }
}

/**
 * Hands over the session and goes on to where the person wanted to go; the first time, by way of their name.
 */
export function goIn(exchange: Exchange, { session, user, next }: Entered): FastifyReply {
  if (askedToken(exchange) !== '') setAskedCookie(exchange, '')
  setSessionCookie(exchange, session)
  const target = ownPath(next)
  const named = user.name !== null
  return exchange.reply.redirect(named ? target : `/account/name?next=${encodeURIComponent(target)}`, 303)
}
