import { mayDelete } from '../discussions/thread-rights.ts'
import { type Poll, pollState } from './poll.ts'
import { pollType } from './types/index.ts'

/** The actions of facilitators on a poll in its current state. */
export const ABILITIES = [
  'open',
  'close',
  'reopen',
  'edit',
  'tag',
  'add_options',
  'see_voters',
  'copy_links',
  'invite_voters',
  'remind',
  'publish_outcome',
  'share',
  'open_links',
  'discard',
] as const
export type Ability = (typeof ABILITIES)[number]

/** The facts about a person that matter here. */
export type Person = { id: number; member: boolean; admin: boolean; holds_ballot: boolean }

/** The facilitators of a poll: its author, while a member, and the group's admins. */
export function mayFacilitate(poll: Pick<Poll, 'author_id'>, person: Person): boolean {
  return person.member && (person.admin || person.id === poll.author_id)
}

/** This person's allowed actions on the poll now: the pages offer exactly these. */
export function abilitiesIn(poll: Poll, person: Person, now: Date): Ability[] {
  if (mayFacilitate(poll, person))
    return ABILITIES.filter((ability) => isFor(ability, { poll, person, now }) && fits(ability, poll, now))
  return mayAddAsVoter(poll, person, now) ? ['add_options'] : []
}

/** Only admins may copy links that vote in other people's names, and delete what people may have voted in. */
function isFor(ability: Ability, { poll, person, now }: Asked): boolean {
  if (ability === 'copy_links') return person.admin
  return ability !== 'discard' || mayDelete(person) || pollState(poll, now).is === 'draft'
}

function mayAddAsVoter(poll: Poll, person: Person, now: Date): boolean {
  const open = pollState(poll, now).is === 'open'
  return open && addsAsVoter(poll, person) && fits('add_options', poll, now)
}

function addsAsVoter(poll: Poll, person: Person): boolean {
  return poll.voter_can_add_options && person.holds_ballot
}

function fits(ability: Ability, poll: Poll, now: Date): boolean {
  return hindrance(ability, poll, now) === null
}

type Asked = { poll: Poll; person: Person; now: Date }

/** Why a poll does not allow an action that its facilitators may do. */
export type Hindrance = 'draft' | 'open' | 'closed' | 'anonymous' | 'fixed_options' | 'no_open_link'

/**
 * Why the poll's state prevents this person from doing it. Null: they have no permission, or nothing about
 * the poll prevents it.
 */
export function hindranceOf(ability: Ability, asked: Asked): Hindrance | null {
  const { poll, person, now } = asked
  const looksAfter = mayFacilitate(poll, person) && isFor(ability, asked)
  const theirs = looksAfter || (ability === 'add_options' && addsAsVoter(poll, person))
  return theirs ? hindrance(ability, poll, now) : null
}

/** Why nobody can do this with a poll in this state. */
function hindrance(ability: Ability, poll: Poll, now: Date): Hindrance | null {
  const { is } = pollState(poll, now)
  switch (ability) {
    case 'open':
      return is === 'draft' ? null : is
    case 'discard':
      return null
    case 'close':
    case 'remind':
      return is === 'open' ? null : is
    // The count of a sealed urn is final.
    case 'reopen':
      return is !== 'closed' ? is : poll.anonymous ? 'anonymous' : null
    case 'publish_outcome':
    // Until then, the form of all settings has them.
    case 'tag':
      return is === 'closed' ? null : is
    case 'edit':
    case 'invite_voters':
      return is === 'closed' ? is : null
    case 'add_options':
      if (pollType(poll.poll_type).allowed_options !== null) return 'fixed_options'
      return is === 'closed' ? is : null
    case 'see_voters':
      return poll.anonymous ? 'anonymous' : is === 'draft' ? is : null
    case 'share':
      return is === 'draft' ? is : null
    case 'open_links':
      if (!poll.open_link) return 'no_open_link'
      // People with a link see totals after the closing, so it can still be ended then.
      return is === 'draft' ? is : null
    case 'copy_links':
      return poll.anonymous ? 'anonymous' : is === 'open' ? null : is
  }
}
