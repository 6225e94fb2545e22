import type { FastifyReply } from 'fastify'
import type { Act } from '../../db/db.ts'
import type { ThreadAbilities } from '../../discussions/thread-rights.ts'
import { Forbidden, type Reason } from '../../errors.ts'
import { noDocument } from '../../http/no-document.ts'
import { type Comer, loadThreadVisit, type ThreadVisit } from '../../members/visits/load-thread.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { actAs } from '../request/act.ts'
import { inToldZone } from '../request/browser-zone.ts'
import type { Exchange } from '../request/exchange.ts'
import { keptToken, linkToken } from '../request/link-cookie.ts'
import { type Asks, once } from '../request/once.ts'
import { noteVisitor } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { requireShownTo } from '../request/shown-to-part.tsx'
import type { Handler, Page, PageExchange } from './page.ts'

/**
 * An opened thread: the visitor, and the person signed in in this browser; a link may belong to someone
 * else.
 */
export type ThreadEntry = { viewer: SignedIn | null; visit: ThreadVisit }

type NotYours = Extract<Reason, `not_yours.${string}`>

type ThreadRight =
  | { may: 'see' }
  /** `refusal`: the message for readers of the thread without the ability. */
  | { may: keyof ThreadAbilities; refusal: NotYours }

/** An exchange on a page for readers of a thread with the required ability. */
export type ThreadExchange = PageExchange & { right: ThreadRight }

type ThreadPage = ThreadRight & {
  path: string
  show?: (exchange: ThreadExchange, entry: ThreadEntry) => Promise<unknown>
  acts?: Record<string, (exchange: ThreadExchange) => Promise<unknown>>
}

/** A page for readers of a thread; its forms check permissions in their own transaction. */
export function threadPage({ path, show, acts = {}, ...right }: ThreadPage): Page {
  const handlers = Object.entries(acts).map(([to, act]): [string, Handler] => [
    to,
    (exchange) => act({ ...exchange, right }),
  ])
  return {
    path,
    who: { thread: right.may },
    tab: null,
    tool: null,
    show: show === undefined ? null : (exchange) => enterAndShow({ ...exchange, right }, show),
    acts: Object.fromEntries(handlers),
  }
}

async function enterAndShow(
  exchange: ThreadExchange,
  show: NonNullable<ThreadPage['show']>,
): Promise<unknown> {
  return show(exchange, await enterThread(exchange))
}

/** `visitThread` for people who may open the page; Forbidden `not_yours` for other readers of the thread. */
export async function enterThread(exchange: ThreadExchange): Promise<ThreadEntry> {
  const entry = await visitThread(exchange)
  const { right } = exchange
  if (right.may !== 'see' && !entry.visit.abilities[right.may]) throw new Forbidden(right.refusal)
  return entry
}

/**
 * The requested thread as its visitor may see it. NotFound both for missing threads and for threads not
 * visible.
 */
export async function visitThread(exchange: Exchange): Promise<ThreadEntry> {
  const viewer = await signedIn(exchange)
  const comer = { token: linkToken(exchange.request) ?? keptToken(exchange), user_id: viewer?.id ?? null }
  const visit = await loadThreadVisit(exchange.services.db.pool, comer, threadKey(exchange))
  noteVisitor(exchange.request, visit.visitor)
  const { group_id, author_id } = visit.thread.discussion
  const about = { group_id, author_ids: [author_id] }
  return { viewer, visit: { ...visit, visitor: await inToldZone(exchange, visit.visitor, about) } }
}

/**
 * Runs a change in the requested thread for its visitor: the change's own transaction checks permissions.
 * `came`: the visit before it, by a link or not. Throws like `visitThread`, and if the form came from another
 * site or was shown to somebody else. Runs once, see `once`.
 */
export async function changeInThread<T>(
  exchange: Exchange & Asks,
  run: (act: Act, visit: ThreadVisit, came: ThreadVisit) => Promise<T>,
): Promise<T> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const entry = await visitThread(exchange)
  requireShownTo(request, entry.visit.reader.user_id)
  const { visit: came } = entry
  const { user_id } = came.reader
  const comer: Comer = { token: '', user_id }
  return actAs(services, user_id, async (act) => {
    const visit = await loadThreadVisit(act.tx, comer, threadKey(exchange))
    return once(exchange, act, () => run(act, visit, came))
  })
}

/**
 * `enterThread` for a form that changes nothing yet. Conflict `other_person`: it was shown to somebody else.
 */
export async function enterBySentForm(exchange: ThreadExchange): Promise<ThreadEntry> {
  const entry = await enterThread(exchange)
  requireShownTo(exchange.request, entry.visit.reader.user_id)
  return entry
}

/** Redirects to a page of the thread; `rest` follows its URL. */
export function goToThread(exchange: Exchange, rest = ''): FastifyReply {
  // An open thread is marked as read again and again.
  return noDocument(exchange.reply).redirect(`${threadPath(exchange)}${rest}`, 303)
}

/** The URL of the requested thread. */
export function threadPath(exchange: Exchange): string {
  return `/d/${threadKey(exchange)}`
}

/** The key of the requested thread. */
export function threadKey({ request }: Exchange): string {
  return (request.params as { key: string }).key
}
