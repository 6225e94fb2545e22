import type { FastifyReply } from 'fastify'
import type { Act } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import type { GroupAbility } from '../../groups/group.ts'
import { type GroupVisit, loadGroupVisit } from '../../groups/load-group-visit.ts'
import type { Fields } from '../../http/forms.ts'
import type { PlainKey } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { hashToken } from '../../users/secret.ts'
import { actAs } from '../request/act.ts'
import { inFormZone, inGroupZone } from '../request/browser-zone.ts'
import type { Exchange } from '../request/exchange.ts'
import { formOf } from '../request/form-text.ts'
import { type Asks, madeBefore, once, rememberMade } from '../request/once.ts'
import { tokenIn } from '../request/once-part.tsx'
import { noteReader } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { requireShownTo } from '../request/shown-to-part.tsx'
import { type Done, doneAddress, doneIn } from './done-part.tsx'
import type { Handler, Page, PageExchange, Tab, Who } from './page.ts'

/** An opened group page: the visitor, their permissions, the tabs, and what was just done. */
export type Entry = {
  viewer: SignedIn
  visit: GroupVisit
  handle: string
  tabs: TabLink[]
  done: Done | null
}

/** A tab as this visitor sees it. */
export type TabLink = { label: PlainKey; href: string; current: boolean; within: TabLink[] }

/** An exchange about the group with this handle, on a page that requires an ability. */
export type GroupExchange = PageExchange & { handle: string; may: GroupAbility }

type GroupPage = {
  path: string
  may: GroupAbility
  tab?: Tab
  show?: (exchange: GroupExchange, entry: Entry) => Promise<unknown>
  acts?: Record<string, (exchange: GroupExchange) => Promise<unknown>>
  /** Which group it is about; by default the one in its path. */
  handleIn?: (exchange: Exchange) => string
}

/** A page for group members with the ability: to open it and to submit its forms. */
export function groupPage({ path, may, tab, show, acts = {}, handleIn = handleInPath }: GroupPage): Page {
  const about = (exchange: PageExchange) => ({ ...exchange, handle: handleIn(exchange), may })
  const handlers = Object.entries(acts).map(([to, act]): [string, Handler] => [
    to,
    (exchange) => act(about(exchange)),
  ])
  return {
    path,
    who: { group: may },
    tab: tab ?? null,
    tool: null,
    show: show === undefined ? null : (exchange) => enterAndShow(about(exchange), show),
    acts: Object.fromEntries(handlers),
  }
}

async function enterAndShow(exchange: GroupExchange, show: NonNullable<GroupPage['show']>): Promise<unknown> {
  return show(exchange, await enterGroup(exchange))
}

function handleInPath({ request }: Exchange): string {
  return (request.params as { handle: string }).handle
}

/**
 * The group, for signed-in people who may open the page. NotFound: not signed in, no such group, or not a
 * member; Forbidden `admins_only`: a member who is not an admin.
 */
export async function enterGroup(exchange: GroupExchange): Promise<Entry> {
  const viewer = await comer(exchange)
  const visit = await visitWith(exchange.services.db.pool, exchange, viewer)
  const reader = await inGroupZone(exchange, viewer, visit.in_group.group.id)
  return entryOf(exchange, inFormZone(exchange.request, reader), visit)
}

function entryOf(exchange: GroupExchange, viewer: SignedIn, visit: GroupVisit): Entry {
  const { handle } = exchange
  const tabs = groupTabs(exchange, handle, visit.abilities)
  return { viewer, visit, handle, tabs, done: doneIn(exchange) }
}

/** A group's tabs for people with these abilities, each with its subpages. */
export function groupTabs(
  { page, pages }: PageExchange,
  handle: string,
  abilities: GroupAbility[],
): TabLink[] {
  const marked = page.tab !== null && 'under' in page.tab ? page.tab.under : page.path
  const open = pages.flatMap(({ path, who, tab }) =>
    tab !== null && 'label' in tab && opensWith(who, abilities) ? [{ path, ...tab }] : [],
  )
  const within = (place: string) => open.filter((tab) => tab.within === place)
  const linked = ({ path, label }: { path: string; label: PlainKey }): TabLink => ({
    label,
    href: path.replace(':handle', handle),
    current: [path, ...within(path).map((tab) => tab.path)].includes(marked),
    within: within(path).map(linked),
  })
  return open.filter((tab) => tab.within === undefined).map(linked)
}

function opensWith(who: Who, abilities: GroupAbility[]): boolean {
  if (typeof who === 'string' || !('group' in who)) return false
  return who.group === 'see' || abilities.includes(who.group)
}

/** The visitor. Conflict `other_person`: the submitted form was shown to somebody else. */
async function comer(exchange: Exchange): Promise<SignedIn> {
  const viewer = await signedIn(exchange)
  if (viewer === null) throw new NotFound()
  requireShownTo(exchange.request, viewer.id)
  return viewer
}

type Asked = Pick<GroupExchange, 'request' | 'handle' | 'may'>

async function visitWith(db: Queryable, asked: Asked, viewer: SignedIn): Promise<GroupVisit> {
  const { request, handle, may } = asked
  const visit = await loadGroupVisit(db, handle, viewer.id)
  if (!visit.abilities.includes('read')) throw new NotFound()
  noteReader(request, { group: visit.in_group.group.locale })
  if (visit.abilities.includes(may)) return visit
  throw new Forbidden('admins_only.itself')
}

type Run<T> = (act: Act, entry: Entry) => Promise<T>

/**
 * Runs a change in the group for the signed-in person: its own transaction checks the page's ability. Throws
 * like `enterGroup`, and if the form came from another site. Runs once, see `once`.
 */
export function changeInGroup<T>(exchange: GroupExchange & Asks, run: Run<T>): Promise<T> {
  return editInGroup(exchange, (act, entry) => once(exchange, act, () => run(act, entry)))
}

/**
 * The same for settings, which are saved each time their form is sent: people who went back to it may have
 * saved others in the meantime. `savedIf` is what to say.
 */
export async function editInGroup<T>(exchange: GroupExchange, run: Run<T>): Promise<T> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const viewer = await comer(exchange)
  return actAs(services, viewer.id, async (act) => {
    const visit = await visitWith(act.tx, exchange, viewer)
    // Forms with times name the zone in which they were shown.
    return run(act, entryOf(exchange, inFormZone(request, viewer), visit))
  })
}

/** What a form starts, and with which values. `like`: what makes two of them look alike. */
type Wish<T> = {
  what: string
  values: unknown
  like: (string | number | null)[]
  start: (act: Act, entry: Entry) => Promise<T>
}

/** Of a form whose person knows that they have started the same before. */
export const ANOTHER_FIELD = 'another'

/**
 * The same for a form that starts something. Sent again with other values, or by a new form soon after one
 * that looks alike, it starts nothing: `as_sent` is false, and the rest is what was started first.
 */
export async function startInGroup<T extends object>(
  exchange: GroupExchange,
  { what, values, like, start }: Wish<T>,
): Promise<T & { as_sent: boolean }> {
  const wanted = hashToken(JSON.stringify(values)).toString('base64')
  const made = await changeInGroup({ ...exchange, asks: what }, async (act, entry) => {
    const same = [what, entry.visit.in_group.group.id, ...like]
    const before = meansAnother(formOf(exchange)) ? null : await madeBefore<T>(act, same)
    if (before !== null) return { ...before, made_for: null }
    const started = await start(act, entry)
    await rememberMade(act, same, started)
    return { ...started, made_for: wanted }
  })
  return { ...made, as_sent: made.made_for === wanted }
}

/** Whether the form is known to start another one, or comes from a program and not from a page. */
const meansAnother = (fields: Fields) => ANOTHER_FIELD in fields || tokenIn(fields) === null

/** What another admin did first, and below which address of the group the list of the others is. */
export type DoneBefore = { done: Done; list: string }

/** Leads to the list, which says what another admin did first. */
export function toDoneBefore(
  { reply }: Pick<GroupExchange, 'reply'>,
  { handle }: Entry,
  { done, list }: DoneBefore,
): FastifyReply {
  return reply.redirect(doneAddress(`/g/${handle}/${list}`, done), 303)
}

/**
 * The action on something that another admin may have ended since the page was shown: it then says so instead
 * of NotFound. `find`: what was done; null: nothing. Everyone who may not open the page gets the NotFound: it
 * does not reveal what exists in the group.
 */
export function unlessDoneBefore(
  run: (exchange: GroupExchange) => Promise<FastifyReply>,
  find: (exchange: GroupExchange, entry: Entry) => Promise<DoneBefore | null>,
): (exchange: GroupExchange) => Promise<FastifyReply> {
  return async (exchange) => {
    try {
      return await run(exchange)
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
      const entry = await enterGroup(exchange)
      const before = await find(exchange, entry)
      if (before === null) throw error
      return toDoneBefore(exchange, entry, before)
    }
  }
}
