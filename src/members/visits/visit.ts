import { type Fields, is, pick } from '../../db/row-types.ts'
import type { HeldBallot } from '../../polls/ballots/ballot-rows.ts'
import { USER_ROW, type User } from '../../users/user.ts'

/** Whoever comes by a personal link or is signed in, in relation to the group of what they came for. */
export type Visitor = Pick<User, 'id' | 'name' | 'email' | 'locale' | 'time_zone' | 'utc_chosen'> & {
  /** The language that the group chose; null: none. */
  group_locale: string | null
  /** Has said what they are called: `name` is it, and not one that others gave them. */
  named: boolean
  member: boolean
  admin: boolean
  /** Has joined: a member who was only invited has not. */
  accepted: boolean
}

export const VISITOR_ROW: Fields<Visitor> = {
  ...pick(USER_ROW, 'id', 'name', 'email', 'locale', 'time_zone', 'utc_chosen'),
  group_locale: is.nullable(is.text),
  named: is.flag,
  member: is.flag,
  admin: is.flag,
  accepted: is.flag,
}

/** Whether they see the addresses of others: admins do, once signed in; a link is a ballot and no more. */
export function seesAddresses({
  came_by,
  visitor,
}: {
  came_by: 'link' | 'session'
  visitor: Pick<Visitor, 'admin'>
}): boolean {
  return came_by === 'session' && visitor.admin
}

/** A personal link that somebody copied by hand, and did not send by mail: whoever did it has held it. */
export type CopiedLink = { by: 'admin' | 'operator' | 'holder'; on: Date }

/** The same as a statement returns it; `on`: a day. */
export type CopiedJson = { by: CopiedLink['by']; on: string }

export const COPIED_ROW: Fields<CopiedJson> = { by: is.oneOf(['admin', 'operator', 'holder']), on: is.day }

export function copiedLink(copied: CopiedJson | null): CopiedLink | null {
  return copied === null ? null : { by: copied.by, on: new Date(copied.on) }
}

/** What somebody came by; `copied` null: by no link, or by one that was sent to them. */
export type Way = { came_by: 'link' | 'session'; copied: CopiedLink | null }

/** A ballot as its page tells of it; `voted` null: whether it is cast is not told. */
export type ToldBallot = Omit<HeldBallot, 'voted'> & { voted: boolean | null }

/**
 * Whether somebody who came this way is told if the ballot is cast. Nobody may look up who has voted in an
 * anonymous poll, and whoever copied a link may be the one who came by it. The only function that decides.
 */
export function isToldVoted({ came_by, copied }: Way, poll: { anonymous: boolean }): boolean {
  return !poll.anonymous || came_by === 'session' || copied === null || copied.by === 'holder'
}

/** The ballot as it is told of to somebody who came this way. */
export function toldBallot(ballot: HeldBallot, way: Way, poll: { anonymous: boolean }): ToldBallot {
  return isToldVoted(way, poll) ? ballot : { ...ballot, voted: null }
}

/** Members see the polls of their group; guests those they hold a ballot in. One who left is neither. */
export function maySeePoll(visitor: Pick<Visitor, 'member'>, ballot: HeldBallot | null): boolean {
  return visitor.member || holdsBallot(visitor, ballot)
}

/**
 * Voting by a personal link accepts a pending membership. Not in an anonymous poll, where it would be a row
 * that says who voted.
 */
export function joinsByVoting(
  { came_by, visitor }: { came_by: 'link' | 'session'; visitor: Pick<Visitor, 'member' | 'accepted'> },
  poll: { anonymous: boolean },
): boolean {
  return came_by === 'link' && visitor.member && !visitor.accepted && !poll.anonymous
}

/**
 * A ballot given to a member or to a guest of the thread ends with their being one, whatever it was used for
 * before.
 */
export function holdsBallot(visitor: Pick<Visitor, 'member'>, ballot: HeldBallot | null): boolean {
  if (ballot === null || ballot.withdrawn) return false
  return (
    visitor.member ||
    ballot.issued_as === 'named' ||
    (ballot.issued_as === 'thread_guest' && ballot.thread_guest)
  )
}

/** "b•••@mill.example": enough for its owner to know it, too little for others to write to it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}

/** What visitors themselves are called on their page: the name, or the masked address. */
export function visitorName(visitor: Pick<Visitor, 'name' | 'email'>): string {
  return visitor.name ?? maskAddress(visitor.email ?? '')
}
