import type { FastifyReply } from 'fastify'
import { endSession } from '../../users/end-session.ts'
import { actForStranger } from '../request/act.ts'
import type { Exchange } from '../request/exchange.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { sessionToken, setSessionCookie } from '../request/session.ts'

/** POST /sign-out: ends this browser's session. */
export async function signOut(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  await actForStranger(services, (act) => endSession(act, sessionToken(exchange)))
  setSessionCookie(exchange, '')
  return reply.redirect('/', 303)
}
