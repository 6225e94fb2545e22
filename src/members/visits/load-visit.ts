import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import { NotFound } from '../../errors.ts'
import { type GroupFacts, groupFacts } from '../../groups/group-facts.ts'
import { requireActive } from '../../groups/group-state.ts'
import { type LoadedPoll, loadPoll, type WantsBallots } from '../../polls/load-poll.ts'
import { pollType } from '../../polls/types/index.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { hashToken } from '../../users/secret.ts'
import { type User, userFromJson } from '../../users/user.ts'
import {
  type CopiedLink,
  copiedLink,
  holdsBallot,
  maySeePoll,
  type ToldBallot,
  toldBallot,
  type Visitor,
  type Way,
  withSeenPollTags,
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

/** A poll for one visitor. `ballot` null: may read the poll, not vote in it. */
export type OpenedPoll = { visitor: Visitor; ballot: ToldBallot | null; loaded: LoadedPoll }

/** The same, and whether it opened by the visitor's own link or by their session. */
export type PollVisit = OpenedPoll &
  Way & {
    /** Nobody else has had their access: no link, or one that was sent by mail. */
    vouched: boolean
    /** Their link also opens the poll's thread, if they may read it. */
    carries: boolean
  }

/** `mailed`: the visitor used a link that was sent to their address, not one that someone copied. */
export type Invitation = {
  mailed: boolean
  /** How their link was copied; null: it was not, or they came without one. */
  copied: CopiedLink | null
  visitor: Visitor
  inviter: User | null
  in_group: GroupFacts
}
export type Subscription = { visitor: Visitor; in_group: GroupFacts; muted: boolean }

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/
const KEY = /^[A-Za-z0-9]{8}$/
const HANDLE = /^[a-z0-9-]{1,50}$/

/** Only the grid of a meeting shows single ballots. */
const showsBallots: WantsBallots = ({ poll_type }) => pollType(poll_type).shows_ballots

/** A visitor to a poll: signed in or not, by a link or not. Their permissions are not known yet. */
export type Arrival = Omit<ArrivalRow, 'viewer'> & { viewer: SignedIn | null; stamp: string }

// Most of what a batch costs is to send and start its statement: one costs almost as much as four.
const readArrivalOf = batched(readArrivals, { most: 32, lanes: 2, beside: 4 })

/**
 * The visitor to the poll with this key, by the tokens of their session and of a personal link ('': none).
 * `stamp` changes whenever anything that the poll's page shows them changes, and every minute; `shown` is the
 * part of it that is the same for everyone.
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

/** A person's relation to a poll they may open, and how they came. */
export type Standing = Stance & Way & { poll_id: number }

/**
 * The person of the link, else the signed-in person. Null: neither may open the poll. Forbidden: its group is
 * suspended.
 */
export function standingOf(arrival: Arrival): Standing | null {
  const { by_link, by_session, poll_id, viewer } = arrival
  const stance = cameByLink(arrival) ? by_link : by_session
  if (poll_id === null || stance === null) return null
  const { visitor, ballot: given } = stance
  if (!maySeePoll(visitor, given) || visitor.group_state === 'deleted') return null
  requireActive(visitor.group_state)
  const came_by = cameByLink(arrival) && visitor.id !== viewer?.id ? 'link' : 'session'
  const copied = cameByLink(arrival) ? copiedLink(by_link?.copied ?? null) : null
  return { poll_id, visitor, ballot: holdsBallot(visitor, given) ? given : null, came_by, copied }
}

const cameByLink = ({ by_link }: Arrival) => by_link !== null && maySeePoll(by_link.visitor, by_link.ballot)

/** Whether a link opens the poll for one person, and somebody else is signed in who may open it too. */
export function cameForAnother(arrival: Arrival): boolean {
  if (standingOf(arrival)?.came_by !== 'link') return false
  return standingOf({ ...arrival, by_link: null }) !== null
}

/** The poll as this visitor may see it. NotFound both for missing polls and for those they may not see. */
export async function loadPollVisit(db: Queryable, arrival: Arrival): Promise<PollVisit> {
  const standing = standingOf(arrival)
  if (standing === null) throw new NotFound()
  const opened = await open(db, standing, showsBallots)
  const carries = standing.came_by === 'link' && arrival.by_link?.carries === true
  const { came_by, copied } = standing
  return { came_by, copied, carries, vouched: came_by === 'session' || copied === null, ...opened }
}

/**
 * The poll as this person may see it, for their own program. NotFound both for missing polls and for those
 * they may not see.
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
  requireActive(visitor.group_state)
  const ballot = holdsBallot(visitor, given) ? given : null
  const viewer = { has_voted: ballot?.voted ?? false }
  const found = await loadPoll(db, poll_id, { viewer, wantsBallots })
  if (found === null) throw new NotFound()
  const loaded = withSeenPollTags(visitor, found)
  return { visitor, ballot: ballot === null ? null : toldBallot(ballot, way, loaded.poll), loaded }
}

/** NotFound: no such group, not an invitation to it, or the invitation was withdrawn. */
export async function loadInvitation(db: Queryable, token: string, handle: string): Promise<Invitation> {
  const row = HANDLE.test(handle) ? await readInvitation(db, hashOf(token), handle) : null
  if (row === null || !row.visitor.member) throw new NotFound()
  requireActive(row.visitor.group_state)
  const inviter = row.inviter === null ? null : userFromJson(row.inviter)
  const { mailed, visitor } = row
  return { mailed, copied: copiedLink(row.copied), visitor, inviter, in_group: groupFacts(row.in_group) }
}

/** The person and group whose mails this token stops. Null: none. It works for former members too. */
export async function loadSubscription(db: Queryable, token: string): Promise<Subscription | null> {
  const row = await readSubscription(db, hashOf(token))
  return row === null ? null : { visitor: row.visitor, in_group: groupFacts(row.in_group), muted: row.muted }
}

/** An invalid token is looked up all the same, as one that nobody has. */
function hashOf(token: string): Buffer {
  return hashToken(TOKEN.test(token) ? token : '')
}
