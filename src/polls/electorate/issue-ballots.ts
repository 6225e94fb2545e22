import type { Act } from '../../db/db.ts'
import { endThreadGuests } from '../../discussions/discussions-store.ts'
import {
  insertBallots,
  insertMissingBallots,
  insertNamedBallots,
  insertThreadBallots,
  withdrawBallots,
  withdrawMissed,
  withdrawThreadBallots,
} from '../ballots/electorate-store.ts'
import { endNamedBallots } from './named-ballots-store.ts'
import { claimRefused, holdRefused, refusedFor } from './refused-ballots-store.ts'
import { type Comer, comersAmong, comersTo } from './spent-votes-store.ts'

/** People in a group, and who invited them. */
type To = { group_id: number; user_ids: number[]; inviter_id: number }

/**
 * Gives new members their ballots in the group's drafts and open polls, and returning members theirs back.
 * Like all functions here, gives none to somebody whose address another account had before, deleted or not,
 * if that one has the ballot.
 */
export async function issueBallots(act: Act, to: To): Promise<void> {
  await recognize(act, to)
  await insertBallots(act.tx, to)
}

/**
 * Withdraws all ballots of these people in the group; votes already cast stay and count. Members and guests
 * who got none because of a ballot that is now withdrawn get theirs.
 */
export async function takeBallots(act: Act, from: To): Promise<void> {
  await withdrawBallots(act.tx, { ...from, stay_guests: false })
  await leaveToRefused(act, from)
}

/**
 * The same for members, before their memberships end. With them ends what those who had joined were before:
 * guests of threads, and voters named in polls. Those who were only invited stay that, with the ballots.
 */
export async function takeMembersBallots(act: Act, from: To & { membership_ids: number[] }): Promise<void> {
  await endThreadGuests(act.tx, from.membership_ids)
  await endNamedBallots(act.tx, from.membership_ids)
  await withdrawBallots(act.tx, { ...from, stay_guests: true })
  await leaveToRefused(act, from)
}

/** The same when somebody is removed from a thread whose guest they were. */
export async function takeThreadBallots(
  act: Act,
  from: Omit<To, 'user_ids'> & { discussion_id: number; user_id: number },
): Promise<void> {
  const { discussion_id, group_id, inviter_id, user_id } = from
  await withdrawThreadBallots(act.tx, { discussion_id, user_id })
  await leaveToRefused(act, { group_id, inviter_id, user_ids: [user_id] })
}

async function leaveToRefused(act: Act, from: To): Promise<void> {
  const { group_id, inviter_id, user_ids: holder_ids } = from
  const { members, guests } = await refusedFor(act.tx, { group_id, holder_ids })
  if (members.length > 0) await issueBallots(act, { ...from, user_ids: members })
  if (guests.length === 0) return
  const user_ids = guests.map(({ user_id }) => user_id)
  await recognize(act, { group_id, user_ids })
  await insertThreadBallots(act.tx, {
    ...{ user_ids, inviter_id },
    discussion_ids: guests.map(({ thread_id }) => thread_id),
  })
}

/** Gives new guests of a thread their ballots in its drafts and open polls that are for everyone. */
export async function issueThreadBallots(act: Act, to: To & { discussion_id: number }): Promise<void> {
  await recognize(act, to)
  const discussion_ids = to.user_ids.map(() => to.discussion_id)
  await insertThreadBallots(act.tx, { ...to, discussion_ids })
}

/** Gives these people ballots in one poll. Returns those who had none before. */
export async function giveBallots(act: Act, to: To & { poll_id: number }): Promise<number[]> {
  await recognize(act, to)
  return insertNamedBallots(act.tx, to)
}

/**
 * Gives ballots to members and guests who came while the poll was closed, and withdraws those of people who
 * left. Returns the people who got one and have not voted.
 */
export async function issueMissingBallots(
  act: Act,
  poll: { id: number; group_id: number },
  inviter_id: number,
): Promise<number[]> {
  // First: a person who left has no ballot any more that would refuse another account one.
  await withdrawMissed(act.tx, poll.id)
  const comers = await comersTo(act.tx, poll.id)
  await holdRefused(act.tx, { group_id: poll.group_id, user_ids: comers.map(({ id }) => id) })
  await claim(act, poll.group_id, comers)
  return insertMissingBallots(act.tx, poll.id, inviter_id)
}

// While an account is deleted, its addresses become hashes: who looks for them first, and for hashes then,
// finds one or the other.
async function recognize(act: Act, { group_id, user_ids }: Omit<To, 'inviter_id'>): Promise<void> {
  if (user_ids.length === 0) return
  await holdRefused(act.tx, { group_id, user_ids })
  await claim(act, group_id, await comersAmong(act.tx, { group_id, user_ids }))
}

async function claim({ tx, address_keys }: Act, group_id: number, comers: Comer[]): Promise<void> {
  if (comers.length === 0) return
  await claimRefused(tx, {
    group_id,
    user_ids: comers.map(({ id }) => id),
    address_keys: await address_keys(comers.map(({ email }) => email)),
  })
}
