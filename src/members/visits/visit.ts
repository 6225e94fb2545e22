import { type Fields, is, pick } from '../../db/row-types.ts'
import type { Discussion } from '../../discussions/discussion.ts'
import { GROUP_STATES, type GroupState } from '../../groups/group-state.ts'
import type { Tag } from '../../groups/tags/tag.ts'
import type { HeldBallot } from '../../polls/ballots/ballot-rows.ts'
import type { Poll } from '../../polls/poll.ts'
import { maskAddress } from '../../users/sign-in/mask-address.ts'
import { USER_ROW, type User } from '../../users/user.ts'

/** A person who uses a personal link or is signed in, in relation to the group of the page. */
export type Visitor = Pick<User, 'id' | 'name' | 'email' | 'locale' | 'time_zone' | 'utc_chosen'> & {
  /** The group's chosen language; null: none. */
  group_locale: string | null
  group_state: GroupState
  /** Has given a name: `name` is theirs, not one that others gave them. */
  named: boolean
  /** Was typed with a copied link, by them or by whoever copied it: no other person gave it. */
  name_typed: boolean
  /** Has a name for all groups, and has signed in: only they change it, signed in. */
  name_settled: boolean
  member: boolean
  admin: boolean
  /** Has joined; false for a member who is only invited. */
  accepted: boolean
}

export const VISITOR_ROW: Fields<Visitor> = {
  ...pick(USER_ROW, 'id', 'name', 'email', 'locale', 'time_zone', 'utc_chosen'),
  group_locale: is.nullable(is.text),
  group_state: is.oneOf(GROUP_STATES),
  named: is.flag,
  name_typed: is.flag,
  name_settled: is.flag,
  member: is.flag,
  admin: is.flag,
  accepted: is.flag,
}

/** Whether they see other people's addresses: signed-in admins do; a link gives only a ballot. */
export function seesAddresses({
  came_by,
  visitor,
}: {
  came_by: 'link' | 'session'
  visitor: Pick<Visitor, 'admin'>
}): boolean {
  return came_by === 'session' && visitor.admin
}

/** A personal link that someone copied by hand, not one sent by mail: that person has had it too. */
export type CopiedLink = { by: 'admin' | 'operator' | 'holder'; on: Date }

/** The same as a statement returns it; `on`: a day. */
export type CopiedJson = { by: CopiedLink['by']; on: string }

export const COPIED_ROW: Fields<CopiedJson> = { by: is.oneOf(['admin', 'operator', 'holder']), on: is.day }

export function copiedLink(copied: CopiedJson | null): CopiedLink | null {
  return copied === null ? null : { by: copied.by, on: new Date(copied.on) }
}

/** How a visitor came; `copied` null: by no link, or by one that was sent to them. */
export type Way = { came_by: 'link' | 'session'; copied: CopiedLink | null }

/** A ballot as its page shows it; `voted` null: the page hides whether it is cast. */
export type ToldBallot = Omit<HeldBallot, 'voted'> & { voted: boolean | null }

/**
 * Whether this visitor may see if the ballot is cast. Nobody may look up who has voted in an anonymous poll,
 * and the visitor may be the person who copied the link. Only this function decides.
 */
export function isToldVoted({ came_by, copied }: Way, poll: { anonymous: boolean }): boolean {
  return !poll.anonymous || came_by === 'session' || copied === null || copied.by === 'holder'
}

/** The ballot as this visitor may see it. */
export function toldBallot(ballot: HeldBallot, way: Way, poll: { anonymous: boolean }): ToldBallot {
  return isToldVoted(way, poll) ? ballot : { ...ballot, voted: null }
}

/**
 * Members see the polls of their group; guests see those in which they have a ballot. Former members are
 * neither.
 */
export function maySeePoll(visitor: Pick<Visitor, 'member'>, ballot: HeldBallot | null): boolean {
  return visitor.member || holdsBallot(visitor, ballot)
}

type Came = { visitor: Pick<Visitor, 'member' | 'accepted'> }

/** On pages, commenting or voting accepts a pending membership, by a personal link and signed in. */
export function joinsByTakingPart({ visitor }: Came): boolean {
  return visitor.member && !visitor.accepted
}

/** Not in an anonymous poll: the new row would show who voted. */
export function joinsByVoting(came: Came, poll: { anonymous: boolean }): boolean {
  return joinsByTakingPart(came) && !poll.anonymous
}

/** Whether they came by a link that only their mailbox has had. A session does not prove an address. */
export function cameByMail({ came_by, copied }: Way): boolean {
  return came_by === 'link' && copied === null
}

/** A comment shows whose it is: on a page, those whom the group knows by no name say theirs with it. */
export function needsName({ name }: Pick<Visitor, 'name'>): boolean {
  return name === null
}

/** So does a vote in a named poll. Programs vote for people by address. */
export function needsNameToVote(visitor: Pick<Visitor, 'name'>, poll: { anonymous: boolean }): boolean {
  return !poll.anonymous && needsName(visitor)
}

/**
 * A ballot given to a member or to a guest of the thread ends when they stop being one, even if it was cast.
 */
export function holdsBallot(visitor: Pick<Visitor, 'member'>, ballot: HeldBallot | null): boolean {
  if (ballot === null || ballot.withdrawn) return false
  return (
    visitor.member ||
    ballot.issued_as === 'named' ||
    (ballot.issued_as === 'thread_guest' && ballot.thread_guest)
  )
}

/** A thread or poll as this visitor may see it: only members see the tags of their group. */
export function withSeenTags<T extends { tags: Tag[] }>({ member }: Pick<Visitor, 'member'>, record: T): T {
  return member || record.tags.length === 0 ? record : { ...record, tags: [] }
}

/** The same for a thread with its facts. */
export function withSeenThreadTags<T extends { discussion: Discussion }>(
  visitor: Pick<Visitor, 'member'>,
  thread: T,
): T {
  return { ...thread, discussion: withSeenTags(visitor, thread.discussion) }
}

/** The same for a poll with its thread. */
export function withSeenPollTags<T extends { poll: Poll; thread: { discussion: Discussion } | null }>(
  visitor: Pick<Visitor, 'member'>,
  loaded: T,
): T {
  const { poll, thread } = loaded
  return {
    ...loaded,
    poll: withSeenTags(visitor, poll),
    thread: thread === null ? null : withSeenThreadTags(visitor, thread),
  }
}

/** A visitor's own name on their page: the name, or the masked address. */
export function visitorName(visitor: Pick<Visitor, 'name' | 'email'>): string {
  return visitor.name ?? maskAddress(visitor.email ?? '')
}

/** A member who came by a link; `vouched`: nobody else has had it. */
export type Linked = { vouched: boolean; visitor: Pick<Visitor, 'member' | 'email'> }

/** The masked address to which a member who came by a link gets a mail to sign in. Null: they type it. */
export function maskedForSignIn({ vouched, visitor: { member, email } }: Linked): string | null {
  return vouched && member && email !== null ? maskAddress(email) : null
}
