import type { FastifyReply } from 'fastify'
import { endSession } from '../../users/end-session.ts'
import { actForStranger } from '../request/act.ts'
import type { Exchange } from '../request/exchange.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { sessionToken, setSessionCookie } from '../request/session.ts'
import { openPage } from '../visits/page.ts'

export const signOutPage = openPage({
  path: '/sign-out',
  acts: { '/sign-out': signOut },
})

/** POST /sign-out: ends this browser's session, and what the links followed in it opened. */
async function signOut(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  await actForStranger(services, (act) => endSession(act, sessionToken(exchange)))
  setSessionCookie(exchange, '')
  return reply.redirect('/', 303)
}
