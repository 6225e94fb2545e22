import type { FastifyReply } from 'fastify'
import type { SignedIn } from '../../users/load-session.ts'
import { loadIsRecent } from '../../users/sign-in/load-recent.ts'
import type { Exchange } from '../request/exchange.ts'
import { againPath, signInPath } from '../request/own-path.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import type { Handler, Page } from './page.ts'

const ACCOUNT = '/account'

export type ForSignedIn = (exchange: Exchange, viewer: SignedIn) => Promise<FastifyReply>
type SignedInPage = {
  path: string
  who?: 'signed in' | 'admin of the service'
  /** Where people continue who must sign in first; by default their account. */
  next?: string
  show?: ForSignedIn
  acts?: Record<string, ForSignedIn>
  takes_files?: boolean
  uploads?: Record<string, ForSignedIn>
}

/** A page for signed-in people; others are redirected to sign in. Accepts forms from our own pages only. */
export function signedInPage(page: SignedInPage): Page {
  const { path, who = 'signed in', next = ACCOUNT, show, acts = {}, takes_files = false } = page
  const handlers = (given: Record<string, ForSignedIn>) =>
    Object.fromEntries(Object.entries(given).map(([to, act]) => [to, ownForm(act)]))
  return {
    path,
    who,
    tab: null,
    tool: null,
    show: show === undefined ? null : (exchange) => forViewer(exchange, next, show),
    acts: handlers(acts),
    takes_files,
    ...(page.uploads && { uploads: handlers(page.uploads) }),
  }
}

function ownForm(act: ForSignedIn): Handler {
  return async (exchange) => {
    requireSameOrigin(exchange.request, exchange.services.config.public_url)
    return forViewer(exchange, ACCOUNT, act)
  }
}

async function forViewer(exchange: Exchange, next: string, run: ForSignedIn): Promise<FastifyReply> {
  const viewer = await signedIn(exchange)
  return viewer === null ? exchange.reply.redirect(signInPath(next), 303) : run(exchange, viewer)
}

/**
 * The same for what lets somebody into an account, or keeps its owner out: whoever signed in some time ago is
 * led to sign in again, and then to `back`. An open browser or a stolen cookie is not enough.
 */
export function afterRecentSignIn(run: ForSignedIn, back: string): ForSignedIn {
  return async (exchange, viewer) => {
    const recent = await loadIsRecent(exchange.services.db.pool, viewer.session_id)
    return recent ? run(exchange, viewer) : exchange.reply.redirect(againPath(back), 303)
  }
}
