import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import { NotFound } from '../../errors.ts'
import { type GroupFacts, groupFacts } from '../../groups/group-facts.ts'
import { type LoadedPoll, loadPoll, type WantsBallots } from '../../polls/load-poll.ts'
import { pollType } from '../../polls/types/index.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { hashToken } from '../../users/secret.ts'
import { type User, userFromJson } from '../../users/user.ts'
import {
  copiedLink,
  holdsBallot,
  maySeePoll,
  type ToldBallot,
  toldBallot,
  type Visitor,
  type Way,
} from './visit.ts'
import {
  type ArrivalRow,
  readArrivals,
  readInvitation,
  readPollStance,
  readSubscription,
  type Stance,
  viewerFromJson,
} from './visit-reads.ts'

/** A poll as it opens for one person. `ballot` null: may read the poll, not vote in it. */
export type OpenedPoll = { visitor: Visitor; ballot: ToldBallot | null; loaded: LoadedPoll }

/** The same, and whether it opened by the link that was made for them or because they are signed in. */
export type PollVisit = OpenedPoll &
  Way & {
    /** Nobody else has held what they came by: no link, or one that was sent by mail. */
    vouched: boolean
  }

/** `mailed`: opened by a link that was sent to the visitor's address, and not by one that somebody copied. */
export type Invitation = { mailed: boolean; visitor: Visitor; inviter: User | null; in_group: GroupFacts }
export type Subscription = { visitor: Visitor; in_group: GroupFacts; muted: boolean }

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/
const KEY = /^[A-Za-z0-9]{8}$/
const HANDLE = /^[a-z0-9-]{1,50}$/

/** A page has a place for single ballots in the grid of a meeting only. */
const showsBallots: WantsBallots = ({ poll_type }) => pollType(poll_type).shows_ballots

/** Who came to a poll: signed in or not, by a link or not. Nothing is known yet of what they may see. */
export type Arrival = Omit<ArrivalRow, 'viewer'> & { viewer: SignedIn | null; stamp: string }

const readArrivalOf = batched(readArrivals, { most: 32, lanes: 2 })

/**
 * Who comes to the poll with this key, by the tokens of their session and of a personal link ('': none).
 * `stamp` is another one as soon as anything changes of what the poll's page shows them, or the minute;
 * `shown` is the part of it that is the same for all.
 */
export async function loadArrival(
  db: Db | Queryable,
  came: { session: string; link: string; key: string },
): Promise<Arrival> {
  const row = await readArrivalOf(db, {
    session: hashToken(came.session),
    link: hashOf(came.link),
    key: KEY.test(came.key) ? came.key : '',
  })
  const { viewer, ...ways } = row
  const stamp = JSON.stringify(row)
  return { ...ways, stamp, viewer: viewer === null ? null : viewerFromJson(viewer) }
}

/** How somebody stands to a poll that opens for them, and by what. */
export type Standing = Stance & Way & { poll_id: number }

/** The person of the link, or else the one who is signed in. Null: the poll opens for neither. */
export function standingOf(arrival: Arrival): Standing | null {
  const { by_link, by_session, poll_id, viewer } = arrival
  const stance = cameByLink(arrival) ? by_link : by_session
  if (poll_id === null || stance === null) return null
  const { visitor, ballot: given } = stance
  if (!maySeePoll(visitor, given)) return null
  const came_by = cameByLink(arrival) && visitor.id !== viewer?.id ? 'link' : 'session'
  const copied = cameByLink(arrival) ? copiedLink(by_link?.copied ?? null) : null
  return { poll_id, visitor, ballot: holdsBallot(visitor, given) ? given : null, came_by, copied }
}

const cameByLink = ({ by_link }: Arrival) => by_link !== null && maySeePoll(by_link.visitor, by_link.ballot)

/** The poll as whoever came may see it. NotFound alike for what is not there and what is not theirs. */
export async function loadPollVisit(db: Queryable, arrival: Arrival): Promise<PollVisit> {
  const standing = standingOf(arrival)
  if (standing === null) throw new NotFound()
  const opened = await open(db, standing, showsBallots)
  const { came_by, copied } = standing
  return { came_by, copied, vouched: came_by === 'session' || copied === null, ...opened }
}

/**
 * The poll as this person may see it, for a program of theirs. NotFound alike for what is not there and not
 * theirs.
 */
export async function loadPollOfPerson(db: Queryable, user_id: number, ref: Ref): Promise<OpenedPoll> {
  const stance = await readPollStance(db, user_id, ref)
  if (stance === null) throw new NotFound()
  return open(db, { ...stance, came_by: 'session', copied: null }, () => true)
}

async function open(
  db: Queryable,
  { poll_id, visitor, ballot: given, ...way }: Standing,
  wantsBallots: WantsBallots,
): Promise<OpenedPoll> {
  if (!maySeePoll(visitor, given)) throw new NotFound()
  const ballot = holdsBallot(visitor, given) ? given : null
  const viewer = { has_voted: ballot?.voted ?? false }
  const loaded = await loadPoll(db, poll_id, { viewer, wantsBallots })
  if (loaded === null) throw new NotFound()
  return { visitor, ballot: ballot === null ? null : toldBallot(ballot, way, loaded.poll), loaded }
}

/** NotFound: no such group, not an invitation into it, or the invitation was withdrawn. */
export async function loadInvitation(db: Queryable, token: string, handle: string): Promise<Invitation> {
  const row = HANDLE.test(handle) ? await readInvitation(db, hashOf(token), handle) : null
  if (row === null || !row.visitor.member) throw new NotFound()
  const inviter = row.inviter === null ? null : userFromJson(row.inviter)
  const { mailed, visitor } = row
  return { mailed, visitor, inviter, in_group: groupFacts(row.in_group) }
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
