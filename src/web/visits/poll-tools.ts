import { Conflict, Forbidden, type Refusal } from '../../errors.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import {
  type Ability,
  abilitiesIn,
  type Hindrance,
  hindranceOf,
  type Person,
} from '../../polls/facilitation.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'

/**
 * How a page for looking after a poll is reached: the end of its address, and the words of its link; `done`: said
 * afterwards where the poll itself looks as before. */
export type Tool = { ability: Ability; path: string; label: string; done?: string }

/** In the order in which they are offered. */
export const TOOLS: Tool[] = [
  { ability: 'open', path: 'open', label: 'Open voting' },
  { ability: 'publish_outcome', path: 'outcome', label: 'Publish the outcome' },
  { ability: 'see_voters', path: 'voters', label: 'See who has voted' },
  {
    ability: 'remind',
    path: 'remind',
    label: 'Remind those who have not voted',
    done: 'Those who have not voted are being reminded by mail.',
  },
  { ability: 'invite_voters', path: 'invite', label: 'Invite voters', done: 'The invitation is on its way.' },
  { ability: 'add_options', path: 'options', label: 'Add options' },
  { ability: 'edit', path: 'edit', label: 'Edit the poll', done: 'Your changes are saved.' },
  { ability: 'close', path: 'close', label: 'Close voting now' },
  { ability: 'reopen', path: 'reopen', label: 'Open voting again' },
]

/** The words of its link, as the poll stands. */
export function toolLabel({ ability, label }: Tool, { outcome }: LoadedPoll): string {
  return ability === 'publish_outcome' && outcome !== null ? 'Edit the outcome' : label
}

/**
 * What the visitor may do with the poll. A personal link is a ballot and no more: whoever looks after a poll signs
 * in; voters add options by their link too.
 */
export function abilitiesOf(visit: PollVisit): Ability[] {
  return abilitiesIn(visit.loaded.poll, personOf(visit), visit.loaded.now)
}

function personOf({ came_by, visitor, ballot }: PollVisit): Person {
  return { ...visitor, holds_ballot: ballot !== null, member: visitor.member && came_by === 'session' }
}

/**
 * Forbidden `not_facilitator` where it is not for the visitor to do; a Conflict that names the cause where it is, and
 * cannot be done as the poll stands.
 */
export function requireAbility(visit: PollVisit, ability: Ability): void {
  const hindrance = hindranceTo(visit, ability)
  if (hindrance !== null) throw hindered(hindrance, ability)
}

/** The Forbidden of `requireAbility` alone: whoever did it may be told again what came of it, as the poll stands now. */
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
      return ability === 'reopen'
        ? new Conflict('poll_sealed.page')
        : new Conflict('poll_anonymous.who_voted')
    case 'fixed_options':
      return new Forbidden('not_facilitator.fixed_options')
  }
}
