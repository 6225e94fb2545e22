import { Forbidden } from '../errors.ts'
import type { PollVisit } from '../members/load-visit.ts'
import { type Ability, abilitiesIn } from '../polls/facilitation.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'

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
export function abilitiesOf({ came_by, visitor, ballot, loaded }: PollVisit): Ability[] {
  const person = { ...visitor, holds_ballot: ballot !== null }
  const as_voter = { ...person, member: false }
  return abilitiesIn(loaded.poll, came_by === 'session' ? person : as_voter, loaded.now)
}

/** Forbidden `not_facilitator` where the visitor may not do it, or it cannot be done now. */
export function requireAbility(visit: PollVisit, ability: Ability): void {
  if (abilitiesOf(visit).includes(ability)) return
  throw new Forbidden('not_facilitator', 'This is not for you to do, or it cannot be done now.')
}
