import type { FastifyReply } from 'fastify'
import { requestOf } from '../../members/joining/wish-path.ts'
import { editProfile } from '../../users/edit-profile.ts'
import { keepKnown } from '../../users/sign-in/keep-known.ts'
import type { Browser, Entered } from '../../users/sign-in/redeem-sign-in.ts'
import { takeTypedName } from '../groups/invitation/name-cookie.ts'
import { actAs } from '../request/act.ts'
import type { Exchange } from '../request/exchange.ts'
import { keepKnownToken } from '../request/known-browser.ts'
import { ownPath } from '../request/own-path.ts'
import { sessionToken } from '../request/session.ts'
import { askedToken, setAskedCookie } from '../request/sign-in-cookie.ts'
import { enterHere } from '../request/take-over.ts'

/** The requesting browser's facts for signing in. */
export function browserOf(exchange: Exchange): Browser {
  return { agent: exchange.request.headers['user-agent'] ?? null, former: sessionToken(exchange) }
}

/** Whether they have a name, which may be the one that they typed here before they signed in. */
async function hasName(exchange: Exchange, { id, name }: Entered['user']): Promise<boolean> {
  const typed = takeTypedName(exchange, id)
  if (name !== null || typed === null) return name !== null
  await actAs(exchange.services, id, (act) => editProfile(act, id, { name: typed }))
  return true
}

/**
 * Sets the session cookie and redirects to the requested page; the first time via the question for a name,
 * unless that page asks for it.
 */
export async function goIn(exchange: Exchange, { session, user, next }: Entered): Promise<FastifyReply> {
  if (askedToken(exchange) !== '') setAskedCookie(exchange, '')
  await enterHere(exchange, user.id, session)
  const known = { user_id: user.id, browser: keepKnownToken(exchange) }
  await actAs(exchange.services, user.id, (act) => keepKnown(act, known))
  const target = ownPath(next)
  const asks_name = !(await hasName(exchange, user)) && requestOf(target) === null
  return exchange.reply.redirect(asks_name ? `/account/name?next=${encodeURIComponent(target)}` : target, 303)
}
