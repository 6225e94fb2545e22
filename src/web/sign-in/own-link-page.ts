import type { FastifyReply } from 'fastify'
import type { Group } from '../../groups/group.ts'
import { loadInvitation } from '../../members/visits/load-visit.ts'
import { maskedForSignIn, type Visitor } from '../../members/visits/visit.ts'
import { keptToken } from '../request/link-cookie.ts'
import { signInPath } from '../request/own-path.ts'
import { noteVisitor } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { requireShownTo } from '../request/shown-to-part.tsx'
import { openPage, type PageExchange } from '../visits/page.ts'
import { visitPoll } from '../visits/poll-visit.ts'
import { visitThread } from '../visits/thread-door.ts'
import { sendMailTo } from './sign-in-page.tsx'

/**
 * Where `SignInToGroup` sends its form: below each page that a personal link opens, because its cookie is for
 * that page. The server finds the address by the link, so that the page need not contain it.
 */
export const ownLinkPage = openPage({
  path: '/g/:handle/sign-in',
  acts: {
    '/g/:handle/sign-in': signInFromGroup,
    '/p/:key/sign-in': signInFromPoll,
    '/d/:key/sign-in': signInFromThread,
  },
})

/** POST /g/HANDLE/sign-in, by an invitation. NotFound: this browser has none to the group. */
async function signInFromGroup(exchange: PageExchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const { handle } = request.params as { handle: string }
  const viewer = await signedIn(exchange)
  if (viewer !== null) {
    requireShownTo(request, viewer.id)
    return reply.redirect(`/g/${handle}`, 303)
  }
  const { visitor, mailed, in_group } = await loadInvitation(services.db.pool, keptToken(exchange), handle)
  noteVisitor(request, visitor)
  return mailVisitor(exchange, { came_by: 'link', visitor, vouched: mailed, in_group })
}

/** POST /p/KEY/sign-in. NotFound: this browser may not open the poll. */
async function signInFromPoll(exchange: PageExchange): Promise<FastifyReply> {
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  const { visit } = await visitPoll(exchange)
  return mailVisitor(exchange, { ...visit, in_group: visit.loaded.in_group })
}

/** POST /d/KEY/sign-in. NotFound: this browser may not open the thread. */
async function signInFromThread(exchange: PageExchange): Promise<FastifyReply> {
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  return mailVisitor(exchange, (await visitThread(exchange)).visit)
}

type Came = {
  came_by: 'link' | 'session'
  vouched: boolean
  visitor: Visitor
  in_group: { group: Pick<Group, 'handle'> }
}

/** Sends the mail to whose link it is. People who were not offered it go on as if they had no link. */
function mailVisitor(exchange: PageExchange, came: Came): FastifyReply | Promise<FastifyReply> {
  const { request, reply } = exchange
  const { came_by, visitor, in_group } = came
  requireShownTo(request, visitor.id)
  const next = `/g/${in_group.group.handle}`
  if (came_by === 'session') return reply.redirect(next, 303)
  if (maskedForSignIn(came) === null) return reply.redirect(signInPath(next), 303)
  return sendMailTo(exchange, { address: visitor.email, typed: null, next })
}
