import { mayDelete } from '../discussions/thread-rights.ts'
import { hasCosts } from './counts/methods.ts'
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
export function abilitiesIn(asked: Asked): Ability[] {
  if (mayFacilitate(asked.poll, asked.person))
    return ABILITIES.filter((ability) => isFor(ability, asked) && fits(ability, asked))
  return mayAddAsVoter(asked) ? ['add_options'] : []
}

/** Only admins may copy links that vote in other people's names, and delete what people may have voted in. */
function isFor(ability: Ability, { poll, person, now }: Asked): boolean {
  if (ability === 'copy_links') return person.admin
  return ability !== 'discard' || mayDelete(person) || pollState(poll, now).is === 'draft'
}

function mayAddAsVoter(asked: Asked): boolean {
  const { poll, person, now } = asked
  return pollState(poll, now).is === 'open' && addsAsVoter(poll, person) && fits('add_options', asked)
}

function addsAsVoter(poll: Poll, person: Person): boolean {
  return poll.voter_can_add_options && person.holds_ballot
}

/** What an open poll waits for from a person with a ballot. */
export type Waits = 'vote' | 'first_option'

/** `voted` null: of their ballot nothing may be said. */
type Asks = { poll: Poll; has_options: boolean; ballot: { voted: boolean | null } | null; now: Date }

/** Null: nothing. There is nothing to vote for until somebody has added an option. */
export function waitsFor({ poll, has_options, ballot, now }: Asks): Waits | null {
  if (ballot === null || ballot.voted === true || pollState(poll, now).is !== 'open') return null
  if (has_options) return 'vote'
  return poll.voter_can_add_options ? 'first_option' : null
}

function fits(ability: Ability, asked: Asked): boolean {
  return hindrance(ability, asked) === null
}

/** `voted`: how many have. */
type Asked = { poll: Poll; person: Person; now: Date; voted: number }

/**
 * Why a poll does not allow an action that its facilitators may do. `has_votes`: it is anonymous, and later
 * ballots would stand out; `signed`: receipts are for what it asks now.
 */
export type Hindrance =
  | 'draft'
  | 'open'
  | 'closed'
  | 'anonymous'
  | 'fixed_options'
  | 'no_open_link'
  | 'has_votes'
  | 'signed'

/**
 * Why the poll's state prevents this person from doing it. Null: they have no permission, or nothing about
 * the poll prevents it.
 */
export function hindranceOf(ability: Ability, asked: Asked): Hindrance | null {
  const { poll, person } = asked
  const looksAfter = mayFacilitate(poll, person) && isFor(ability, asked)
  const theirs = looksAfter || (ability === 'add_options' && addsAsVoter(poll, person))
  return theirs ? hindrance(ability, asked) : null
}

/** Why nobody can do this with a poll in this state. */
function hindrance(ability: Ability, { poll, now, voted }: Asked): Hindrance | null {
  const { is } = pollState(poll, now)
  const signed = poll.receipts && is === 'open'
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
      return is === 'closed' ? null : is
    // While the form of all settings is there, it has them.
    case 'tag':
      return is === 'closed' || signed ? null : is
    case 'edit':
      return is === 'closed' ? is : signed ? 'signed' : null
    case 'invite_voters':
      return is === 'closed' ? is : poll.anonymous && voted > 0 ? 'has_votes' : null
    case 'add_options':
      if (pollType(poll.poll_type).allowed_options !== null) return 'fixed_options'
      if (is === 'closed') return is
      if (is === 'open' && hasCosts(poll)) return 'fixed_options'
      return signed ? 'signed' : poll.anonymous && voted > 0 ? 'has_votes' : null
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
