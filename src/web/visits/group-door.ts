import type { Act } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import type { GroupAbility } from '../../groups/group.ts'
import { type GroupVisit, loadGroupVisit } from '../../groups/load-group-visit.ts'
import { bodyOf, queryOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { actAs } from '../request/act.ts'
import { inFormZone } from '../request/browser-zone.ts'
import type { Exchange } from '../request/exchange.ts'
import { once } from '../request/once.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'

/** A group's page is opened: by whom, and what they may do there. */
export type Entry = { viewer: SignedIn; visit: GroupVisit; handle: string }

/**
 * The group of the address, for whoever is signed in. NotFound: nobody is, no such group, or not one of its members;
 * Forbidden `admins_only`: a member who is no admin.
 */
export async function enterGroup(exchange: Exchange, ability: GroupAbility): Promise<Entry> {
  const { handle } = exchange.request.params as { handle: string }
  return enterGroupOf(exchange, handle, ability)
}

/** The same for a group that is named elsewhere than in the path. */
export async function enterGroupOf(
  exchange: Exchange,
  handle: string,
  ability: GroupAbility,
): Promise<Entry> {
  const viewer = await comer(exchange)
  return { viewer, visit: await visitWith(exchange.services.db.pool, { handle, viewer, ability }), handle }
}

/** Who came, in the time zone of the form they sent. */
async function comer(exchange: Exchange): Promise<SignedIn> {
  const viewer = await signedIn(exchange)
  if (viewer === null) throw new NotFound()
  return inFormZone(exchange.request, viewer)
}

type Wish = { handle: string; viewer: SignedIn; ability: GroupAbility }

async function visitWith(db: Queryable, { handle, viewer, ability }: Wish): Promise<GroupVisit> {
  const visit = await loadGroupVisit(db, handle, viewer.id)
  if (!visit.abilities.includes('read')) throw new NotFound()
  if (visit.abilities.includes(ability)) return visit
  throw new Forbidden('admins_only.itself')
}

/**
 * Runs a change in the group of the address for whoever is signed in: the right to it is asked in the change's own
 * transaction. Refused like `enterGroup`, and when the form came from another site. Done once, see `once`.
 */
export async function changeInGroup<T>(
  exchange: Exchange,
  ability: GroupAbility,
  run: (act: Act, entry: Entry) => Promise<T>,
): Promise<T> {
  const { handle } = exchange.request.params as { handle: string }
  return changeInGroupOf(exchange, { handle, ability }, run)
}

/** The same for a group that is named elsewhere than in the path. */
export async function changeInGroupOf<T>(
  exchange: Exchange,
  { handle, ability }: { handle: string; ability: GroupAbility },
  run: (act: Act, entry: Entry) => Promise<T>,
): Promise<T> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const viewer = await comer(exchange)
  return actAs(services, viewer.id, async (act) => {
    const visit = await visitWith(act.tx, { handle, viewer, ability })
    return once(exchange, act, () => run(act, { viewer, visit, handle }))
  })
}

/** The text of a field; '' when it is missing or came more than once. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** All texts of a field that may come more than once, blank ones left out. */
export function textsOf(fields: Fields, name: string): string[] {
  const value = fields[name] ?? []
  return (Array.isArray(value) ? value : [value]).filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  )
}

/** The fields of the form that was sent. */
export function formOf({ request }: Pick<Exchange, 'request'>): Fields {
  return bodyOf(request).fields
}

const MAX_FROM = 1_000_000

/** How many items of a list the page's address asks to skip. */
export function fromOf({ request }: Pick<Exchange, 'request'>): number {
  const text = textOf(queryOf(request), 'from')
  return /^\d{1,7}$/.test(text) ? Math.min(Number(text), MAX_FROM) : 0
}
