import type { FastifyReply } from 'fastify'
import { isOffered } from '../../locales/languages.ts'
import { editProfile } from '../../users/edit-profile.ts'
import type { Browser, Entered } from '../../users/sign-in/redeem-sign-in.ts'
import type { User } from '../../users/user.ts'
import { actAs } from '../request/act.ts'
import type { Exchange } from '../request/exchange.ts'
import { ownPath } from '../request/own-path.ts'
import { browserLanguage, keepLanguage } from '../request/reader-language.ts'
import { sessionToken, setSessionCookie } from '../request/session.ts'
import { askedToken, setAskedCookie } from '../request/sign-in-cookie.ts'

/** The requesting browser's facts for signing in. */
export function browserOf(exchange: Exchange): Browser {
  return { agent: exchange.request.headers['user-agent'] ?? null, former: sessionToken(exchange) }
}

/**
 * Sets the session cookie and redirects to the requested page; the first time via the question for a name.
 */
export async function goIn(exchange: Exchange, { session, user, next }: Entered): Promise<FastifyReply> {
  if (askedToken(exchange) !== '') setAskedCookie(exchange, '')
  setSessionCookie(exchange, session)
  await takeOverLanguage(exchange, user)
  const target = ownPath(next)
  const named = user.name !== null
  return exchange.reply.redirect(named ? target : `/account/name?next=${encodeURIComponent(target)}`, 303)
}

/** Settings chosen in this browser become theirs, unless they chose a language before. */
async function takeOverLanguage({ request, reply, services }: Exchange, user: User): Promise<void> {
  const locale = browserLanguage(request)
  keepLanguage(reply, null)
  if (locale === null || user.locale !== null || !isOffered(locale)) return
  await actAs(services, user.id, (act) => editProfile(act, user.id, { locale }))
}
