import { Conflict, Forbidden, type Refusal } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import {
  type Ability,
  abilitiesIn,
  type Hindrance,
  hindranceOf,
  mayFacilitate,
  type Person,
} from '../../polls/facilitation.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollState } from '../../polls/poll.ts'
import { timeWords } from '../../text/time-words.ts'
import type { Exchange } from '../request/exchange.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { requireShownTo } from '../request/shown-to-part.tsx'
import type { Handler, Page, PageExchange, ToolLink } from './page.ts'
import { type PollView, viewPoll } from './poll-view.ts'

/** What is said to be done by a form that changed nothing. */
export const UNCHANGED = 'unchanged'

/** A page for managing a poll, as its link on the poll's page needs it. */
export type Tool = ToolLink & { path: string; ability: Ability }

type ToolPage = {
  path: string
  may: Ability
  tool: ToolLink
  show: (exchange: PageExchange, view: PollView) => Promise<unknown>
  acts?: Record<string, Handler>
}

/** A page for people who may do this with the poll; its forms check again in their own transaction. */
export function pollToolPage({ path, may, tool, show, acts = {} }: ToolPage): Page {
  return {
    path,
    who: { poll: may },
    tab: null,
    tool,
    show: (exchange) => viewAndShow(exchange, may, show),
    acts,
  }
}

async function viewAndShow(exchange: PageExchange, may: Ability, show: ToolPage['show']): Promise<unknown> {
  const view = await viewPoll(exchange)
  requireAbility(view.visit, may)
  return show(exchange, view)
}

/**
 * The poll for a form that was sent to it. Forbidden: from another site; Conflict `other_person`: it was
 * shown to somebody else.
 */
export async function viewBySentForm(exchange: Exchange): Promise<PollView> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const view = await viewPoll(exchange)
  requireShownTo(request, view.visit.visitor.id)
  return view
}

/** The pages for managing a poll, in menu order. */
export function toolsAmong(pages: readonly Page[]): Tool[] {
  return pages.flatMap(({ path, who, tool }) =>
    tool !== null && typeof who !== 'string' && 'poll' in who && who.poll !== 'see'
      ? [{ ...tool, path, ability: who.poll }]
      : [],
  )
}

/** The label of its link in the poll's current state. */
export function toolLabel(
  { label, label_published, label_draft }: ToolLink,
  { outcome, poll, now }: Pick<LoadedPoll, 'outcome' | 'poll' | 'now'>,
): string {
  if (label_draft !== undefined && pollState(poll, now).is === 'draft') return t(label_draft)
  return t(outcome === null ? label : (label_published ?? label))
}

/**
 * The visitor's abilities in the poll. A personal link only gives access to the ballot: managers sign in;
 * voters also add options by their link.
 */
export function abilitiesOf(visit: PollVisit): Ability[] {
  return abilitiesIn(askedOf(visit))
}

function askedOf(visit: PollVisit): Parameters<typeof abilitiesIn>[0] {
  const { poll, now, decided_count } = visit.loaded
  return { poll, person: personOf(visit), now, voted: decided_count }
}

function personOf({ came_by, visitor, ballot }: PollVisit): Person {
  return { ...visitor, holds_ballot: ballot !== null, member: visitor.member && came_by === 'session' }
}

/** Whether the visitor may open the group's pages. */
export function opensGroup({ came_by, visitor }: PollVisit): boolean {
  return came_by === 'session' && visitor.member
}

/**
 * The form of a new poll like this one, in the same place. Null: the visitor may start none, or it is the
 * draft of others.
 */
export function againPath(visit: PollVisit): string | null {
  const { visitor, loaded } = visit
  const { poll, thread, in_group } = loaded
  if (!opensGroup(visit) || !visitor.accepted) return null
  // Those who edit a draft change in another one what cannot be edited.
  if (pollState(poll, loaded.now).is === 'draft' && !abilitiesOf(visit).includes('edit')) return null
  const open = thread !== null && thread.discussion.closed_at === null
  return `/new-poll?group=${in_group.group.handle}${open ? `&thread=${thread.discussion.key}` : ''}&again=${poll.key}`
}

/**
 * Forbidden `not_facilitator` if the visitor may not do it; a Conflict with the cause if the poll's state
 * prevents it.
 */
export function requireAbility(visit: PollVisit, ability: Ability): void {
  const hindrance = hindranceTo(visit, ability)
  if (hindrance !== null) throw hindered(hindrance, ability, visit)
}

/**
 * The Forbidden of `requireAbility` alone: after an action its author may get the result again, whatever the
 * poll's current state.
 */
export function requireRight(visit: PollVisit, ability: Ability): void {
  hindranceTo(visit, ability)
}

function hindranceTo(visit: PollVisit, ability: Ability): Hindrance | null {
  if (abilitiesOf(visit).includes(ability)) return null
  const hindrance = hindranceOf(ability, askedOf(visit))
  if (hindrance !== null) return hindrance
  const asked = askedOf(visit)
  // Its author may do the rest.
  if (mayFacilitate(asked.poll, asked.person))
    throw new Forbidden(ability === 'discard' ? 'admins_only.delete' : 'admins_only.itself')
  // A link may belong to somebody else than the person who could sign in.
  throw new Forbidden(visit.came_by === 'session' ? 'not_facilitator.signed_in' : 'not_facilitator.not_yours')
}

/** Somebody else has opened the draft, and chosen its closing time. */
function openedBefore({ loaded: { poll }, visitor }: PollVisit): Refusal {
  if (poll.closing_at === null) return new Conflict('poll_not_draft.opened')
  return new Conflict('poll_not_draft.open', { until: timeWords(poll.closing_at, visitor.time_zone) })
}

function hindered(hindrance: Hindrance, ability: Ability, visit: PollVisit): Refusal {
  const of_drafts = ability === 'open'
  switch (hindrance) {
    case 'draft':
      return new Conflict('poll_not_open.draft_page')
    case 'open':
      return of_drafts ? openedBefore(visit) : new Conflict('poll_not_closed.open')
    case 'closed':
      return new Conflict(of_drafts ? 'poll_not_draft.closed' : 'poll_closed.closed')
    case 'anonymous':
      if (ability === 'reopen') return new Conflict('poll_sealed.page')
      return new Conflict(
        ability === 'copy_links' ? 'poll_anonymous.copied_links' : 'poll_anonymous.who_voted',
      )
    case 'has_votes':
      return new Conflict(ability === 'add_options' ? 'poll_anonymous.options' : 'poll_anonymous.voters')
    case 'signed':
      return new Conflict('poll_anonymous.signed')
    case 'fixed_options':
      return new Forbidden('not_facilitator.fixed_options')
    case 'no_open_link':
      return new Forbidden('not_facilitator.no_open_link')
  }
}
