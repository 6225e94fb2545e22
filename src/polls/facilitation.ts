import { type Poll, pollState } from './poll.ts'
import { pollType } from './types/index.ts'

/** What whoever looks after a poll may do with it, as it stands. */
export const ABILITIES = [
  'open',
  'close',
  'reopen',
  'edit',
  'add_options',
  'see_voters',
  'copy_links',
  'invite_voters',
  'remind',
  'publish_outcome',
  'share',
] as const
export type Ability = (typeof ABILITIES)[number]

/** What matters about a person here. */
export type Person = { id: number; member: boolean; admin: boolean; holds_ballot: boolean }

/** A poll is looked after by its author, while a member, and by the group's admins. */
export function mayFacilitate(poll: Pick<Poll, 'author_id'>, person: Person): boolean {
  return person.member && (person.admin || person.id === poll.author_id)
}

/** All that this person may do with the poll now: the pages show these and no others. */
export function abilitiesIn(poll: Poll, person: Person, now: Date): Ability[] {
  if (mayFacilitate(poll, person))
    return ABILITIES.filter((ability) => isFor(ability, person) && fits(ability, poll, now))
  return mayAddAsVoter(poll, person, now) ? ['add_options'] : []
}

/** Links that vote in other people's names are copied by admins alone. */
function isFor(ability: Ability, person: Person): boolean {
  return ability !== 'copy_links' || person.admin
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

/** What about a poll stands in the way of something that those who look after it may do. */
export type Hindrance = 'draft' | 'open' | 'closed' | 'anonymous' | 'fixed_options'

/**
 * Why this person cannot do it with the poll as it stands, though it is for them to do. Null: it is not, or
 * nothing about the poll stands in the way.
 */
export function hindranceOf(ability: Ability, { poll, person, now }: Asked): Hindrance | null {
  const looksAfter = mayFacilitate(poll, person) && isFor(ability, person)
  const theirs = looksAfter || (ability === 'add_options' && addsAsVoter(poll, person))
  return theirs ? hindrance(ability, poll, now) : null
}

/** Why this can be done by nobody with a poll in this state. */
function hindrance(ability: Ability, poll: Poll, now: Date): Hindrance | null {
  const { is } = pollState(poll, now)
  switch (ability) {
    case 'open':
      return is === 'draft' ? null : is
    case 'close':
    case 'remind':
      return is === 'open' ? null : is
    // The count of a sealed urn is final.
    case 'reopen':
      return is !== 'closed' ? is : poll.anonymous ? 'anonymous' : null
    case 'publish_outcome':
      return is === 'closed' ? null : is
    case 'edit':
    case 'invite_voters':
      return is === 'closed' ? is : null
    case 'add_options':
      if (pollType(poll.poll_type).allowed_options !== null) return 'fixed_options'
      return is === 'closed' ? is : null
    case 'see_voters':
      return poll.anonymous ? 'anonymous' : null
    case 'share':
      return is === 'draft' ? is : null
    case 'copy_links':
      return poll.anonymous ? 'anonymous' : is === 'closed' ? is : null
  }
}
