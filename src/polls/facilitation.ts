import { type Poll, pollState } from './poll.ts'
import { POLL_TYPES } from './poll-types.ts'

/** What whoever looks after a poll may do with it, as it stands. */
export const ABILITIES = [
  'open',
  'close',
  'reopen',
  'edit',
  'add_options',
  'see_voters',
  'invite_voters',
  'remind',
  'publish_outcome',
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
  if (mayFacilitate(poll, person)) return ABILITIES.filter((ability) => fits(ability, poll, now))
  return mayAddAsVoter(poll, person, now) ? ['add_options'] : []
}

function mayAddAsVoter(poll: Poll, person: Person, now: Date): boolean {
  const open = pollState(poll, now).is === 'open'
  return open && poll.voter_can_add_options && person.holds_ballot && fits('add_options', poll, now)
}

/** Whether this can be done with a poll in this state, by anybody. */
function fits(ability: Ability, poll: Poll, now: Date): boolean {
  const { is } = pollState(poll, now)
  switch (ability) {
    case 'open':
      return is === 'draft'
    case 'close':
    case 'remind':
      return is === 'open'
    // The count of a sealed urn is final.
    case 'reopen':
      return is === 'closed' && !poll.anonymous
    case 'publish_outcome':
      return is === 'closed'
    case 'edit':
    case 'invite_voters':
      return is !== 'closed'
    case 'add_options':
      return is !== 'closed' && POLL_TYPES[poll.poll_type].allowed_options === null
    case 'see_voters':
      return !poll.anonymous
  }
}
