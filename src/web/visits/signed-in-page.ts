import type { FastifyReply } from 'fastify'
import type { Act } from '../../db/db.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { holdSession } from '../../users/sign-in/hold-session.ts'
import { loadIsRecent } from '../../users/sign-in/load-recent.ts'
import { actAs } from '../request/act.ts'
import { inOwnZone } from '../request/browser-zone.ts'
import type { Exchange } from '../request/exchange.ts'
import { againPath, signInPath } from '../request/own-path.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { requireShownTo } from '../request/shown-to-part.tsx'
import { dropForm, keepForm } from './kept-form.ts'
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

/**
 * A page for signed-in people; others are redirected to sign in. Accepts forms from our own pages only, and
 * only those shown to the person who sends them.
 */
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
  const toSignIn = () => exchange.reply.redirect(signInPath(next), 303)
  const viewer = await signedIn(exchange)
  if (viewer === null) return toSignIn()
  requireShownTo(exchange.request, viewer.id)
  try {
    return await run(exchange, await inOwnZone(exchange, viewer))
  } catch (error) {
    if (error instanceof SignedOut) return toSignIn()
    throw error
  }
}

/** The session ended between the request and its change. */
class SignedOut extends Error {}

/**
 * Runs a change that outlives the session: nobody is signed out meanwhile, and whoever was gets to the
 * sign-in page.
 */
export function actWhileSignedIn<T>(
  { services }: Exchange,
  { id, session_id }: SignedIn,
  run: (act: Act) => Promise<T>,
): Promise<T> {
  return actAs(services, id, async (act) => {
    if (!(await holdSession(act.tx, { user_id: id, session_id }))) throw new SignedOut()
    return run(act)
  })
}

/**
 * The same for what lets somebody into an account, or keeps its owner out: whoever signed in some time ago is
 * led to sign in again, and then to `back`, where `keptForm` has what they typed. An open browser or a stolen
 * cookie is not enough.
 */
export function afterRecentSignIn(run: ForSignedIn, back: string): ForSignedIn {
  return async (exchange, viewer) => {
    const sent = exchange.request.method === 'POST'
    if (await loadIsRecent(exchange.services.db.pool, viewer.session_id)) {
      if (sent) await dropForm(exchange, viewer.id)
      return run(exchange, viewer)
    }
    if (sent) await keepForm(exchange, viewer.id)
    return exchange.reply.redirect(againPath(back), 303)
  }
}
