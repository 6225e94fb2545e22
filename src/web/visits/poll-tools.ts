import { Conflict, Forbidden, type Refusal } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import {
  type Ability,
  abilitiesIn,
  type Hindrance,
  hindranceOf,
  type Person,
} from '../../polls/facilitation.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { Handler, Page, PageExchange, ToolLink } from './page.ts'
import { type PollView, viewPoll } from './poll-view.ts'

/** A page for looking after a poll, as its link on the poll's page needs it. */
export type Tool = ToolLink & { path: string; ability: Ability }

type ToolPage = {
  path: string
  may: Ability
  tool: ToolLink
  show: (exchange: PageExchange, view: PollView) => Promise<unknown>
  acts?: Record<string, Handler>
}

/** A page for those who may do this with the poll; its forms ask again in their own transaction. */
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

/** The pages for looking after a poll, in the order in which they are offered. */
export function toolsAmong(pages: readonly Page[]): Tool[] {
  return pages.flatMap(({ path, who, tool }) =>
    tool !== null && typeof who !== 'string' && 'poll' in who && who.poll !== 'see'
      ? [{ ...tool, path, ability: who.poll }]
      : [],
  )
}

/** The words of its link, as the poll stands. */
export function toolLabel({ label, label_published }: ToolLink, { outcome }: LoadedPoll): string {
  return t(outcome === null ? label : (label_published ?? label))
}

/**
 * What the visitor may do with the poll. A personal link is a ballot and no more: whoever looks after a poll
 * signs in; voters add options by their link too.
 */
export function abilitiesOf(visit: PollVisit): Ability[] {
  return abilitiesIn(visit.loaded.poll, personOf(visit), visit.loaded.now)
}

function personOf({ came_by, visitor, ballot }: PollVisit): Person {
  return { ...visitor, holds_ballot: ballot !== null, member: visitor.member && came_by === 'session' }
}

/**
 * Forbidden `not_facilitator` where it is not for the visitor to do; a Conflict that names the cause where it
 * is, and cannot be done as the poll stands.
 */
export function requireAbility(visit: PollVisit, ability: Ability): void {
  const hindrance = hindranceTo(visit, ability)
  if (hindrance !== null) throw hindered(hindrance, ability)
}

/**
 * The Forbidden of `requireAbility` alone: whoever did it may be told again what came of it, as the poll
 * stands now.
 */
export function requireRight(visit: PollVisit, ability: Ability): void {
  hindranceTo(visit, ability)
}

function hindranceTo(visit: PollVisit, ability: Ability): Hindrance | null {
  if (abilitiesOf(visit).includes(ability)) return null
  const { poll, now } = visit.loaded
  const hindrance = hindranceOf(ability, { poll, person: personOf(visit), now })
  if (hindrance === null) throw new Forbidden('not_facilitator.not_yours')
  return hindrance
}

function hindered(hindrance: Hindrance, ability: Ability): Refusal {
  switch (hindrance) {
    case 'draft':
      return new Conflict('poll_not_open.draft_page')
    case 'open':
      return new Conflict(ability === 'open' ? 'poll_not_draft.open' : 'poll_not_closed.open')
    case 'closed':
      return new Conflict(ability === 'open' ? 'poll_not_draft.closed' : 'poll_closed.closed')
    case 'anonymous':
      if (ability === 'reopen') return new Conflict('poll_sealed.page')
      return new Conflict(
        ability === 'copy_links' ? 'poll_anonymous.copied_links' : 'poll_anonymous.who_voted',
      )
    case 'fixed_options':
      return new Forbidden('not_facilitator.fixed_options')
  }
}
