import { dated } from '../db/facts.ts'
import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { type GroupFacts, groupFacts } from '../groups/group-facts.ts'
import { type LoadedPoll, loadPoll } from '../polls/load-poll.ts'
import { hashToken } from '../users/secret.ts'
import type { User } from '../users/user.ts'
import { type HeldBallot, holdsBallot, maySeePoll, type Visitor } from './visit.ts'
import {
  type BallotRow,
  readBallotVisit,
  readInvitation,
  readPollVisit,
  readSubscription,
} from './visit-reads.ts'

/**
 * A poll as it opens for the person a personal link was made for, or for one who is signed in. `ballot` null: may
 * read the poll, not vote in it.
 */
export type PollVisit = {
  came_by: 'link' | 'session'
  visitor: Visitor
  ballot: HeldBallot | null
  loaded: LoadedPoll
}
export type Invitation = { visitor: Visitor; inviter: User | null; in_group: GroupFacts }
export type Subscription = { visitor: Visitor; in_group: GroupFacts; muted: boolean }

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/
const KEY = /^[A-Za-z0-9]{8}$/
const HANDLE = /^[a-z0-9-]{1,50}$/

/** NotFound: no such poll, not a ballot link for it, or its holder may no longer see the poll. */
export async function loadPollVisit(db: Queryable, token: string, key: string): Promise<PollVisit> {
  return visit(db, 'link', KEY.test(key) ? await readBallotVisit(db, hashOf(token), key) : null)
}

/** The same for a person who is signed in. NotFound: no such poll, or neither a member nor a holder of a ballot. */
export async function loadSignedInPollVisit(db: Queryable, user_id: number, key: string): Promise<PollVisit> {
  return visit(db, 'session', KEY.test(key) ? await readPollVisit(db, user_id, key) : null)
}

async function visit(
  db: Queryable,
  came_by: PollVisit['came_by'],
  row: BallotRow | null,
): Promise<PollVisit> {
  if (row === null || !maySeePoll(row.visitor, row.ballot)) throw new NotFound()
  const ballot = holdsBallot(row.visitor, row.ballot) ? row.ballot : null
  const loaded = await loadPoll(db, row.poll_id, { has_voted: ballot?.voted ?? false })
  if (loaded === null) throw new NotFound()
  return { came_by, visitor: row.visitor, ballot, loaded }
}

/** NotFound: no such group, not an invitation into it, or the invitation was withdrawn. */
export async function loadInvitation(db: Queryable, token: string, handle: string): Promise<Invitation> {
  const row = HANDLE.test(handle) ? await readInvitation(db, hashOf(token), handle) : null
  if (row === null || !row.visitor.member) throw new NotFound()
  const inviter = row.inviter === null ? null : dated<User>(row.inviter)
  return { visitor: row.visitor, inviter, in_group: groupFacts(row.in_group) }
}

/** Whose mails, of which group, this token stops. Null: it stops none. People who left may stop them too. */
export async function loadSubscription(db: Queryable, token: string): Promise<Subscription | null> {
  const row = await readSubscription(db, hashOf(token))
  return row === null ? null : { visitor: row.visitor, in_group: groupFacts(row.in_group), muted: row.muted }
}

/** What cannot be a token is looked up all the same, as one that nobody has. */
function hashOf(token: string): Buffer {
  return hashToken(TOKEN.test(token) ? token : '')
}
