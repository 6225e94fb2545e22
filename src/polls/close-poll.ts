import { type Act, change, type Db, SYSTEM } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import type { EventKind } from '../events/event.ts'
import { record } from '../events/record.ts'
import { addToCounts } from '../groups/groups-store.ts'
import { dropDiscreet } from '../users/personal-links-store.ts'
import { finishSeal, rewriteElectorate, sealUrn } from './ballots-store.ts'
import { type Poll, pollState } from './poll.ts'
import { lockAnyPoll, lockPoll, markClosed } from './polls-store.ts'
import { tallyOf } from './tally/tally.ts'

/**
 * Closes an open poll now. NotFound; Conflict when it is a draft or closed already. An anonymous poll is
 * counted once its urn is sealed (`sealPoll`), which follows in a transaction of its own.
 */
export async function closePoll(act: Act, id: number): Promise<void> {
  const locked = await lockPoll(act.tx, id)
  if (locked === null) throw new NotFound()
  const state = pollState(locked.poll, locked.now)
  if (state.is === 'draft')
    throw new Conflict('poll_not_open', 'This poll is a draft: it has not opened yet.')
  if (state.is === 'closed')
    throw new Conflict('poll_closed', `This poll closed at ${state.at.toISOString()}.`)
  await writeClosing(act, locked.poll, locked.now, 'poll_closed_by_user')
}

/** Writes down the closing of a poll whose time has come. False when there was nothing to write. */
export async function settlePoll(act: Act, id: number): Promise<boolean> {
  const locked = await lockPoll(act.tx, id)
  if (locked === null) return false
  const state = pollState(locked.poll, locked.now)
  if (state.is !== 'closed' || state.settled) return false
  await writeClosing(act, locked.poll, state.at, 'poll_expired')
  return true
}

/** The closing is told once the totals are final: for an anonymous poll, after the seal. */
async function writeClosing({ tx, actor }: Act, poll: Poll, closed_at: Date, kind: EventKind): Promise<void> {
  await markClosed(tx, poll.id, closed_at)
  if (!poll.anonymous) await recordClosing(tx, poll, kind, actor.user_id)
  await addToCounts(tx, poll.group_id, { closed_polls: 1 })
}

function recordClosing(tx: Act['tx'], poll: Poll, kind: EventKind, actor_id: number | null): Promise<void> {
  return record(tx, [
    {
      kind,
      group_id: poll.group_id,
      discussion_id: poll.discussion_id,
      poll_id: poll.id,
      subject_type: 'Poll',
      subject_id: poll.id,
      actor_id,
      recipient_ids: [],
      recipient_message: null,
    },
  ])
}

/**
 * Seals the urn of a closed anonymous poll: ballots are kept in the order of their hashes, the electorate's rows
 * are written anew, the totals are stored. Afterwards nothing stored joins a voter to a ballot. Any number of
 * processes may try at once: one does it.
 */
export async function sealPoll(db: Db, id: number): Promise<void> {
  const sealed = await change(db, SYSTEM, async ({ tx }) => {
    await tx.query(
      "set local statement_timeout = '10min'; set local lock_timeout = '1min'; set local idle_in_transaction_session_timeout = '10min'",
    )
    const poll = await lockAnyPoll(tx, id)
    if (poll === null || !poll.anonymous || poll.closed_at === null || poll.sealed_at !== null) return false
    const ballots = await sealUrn(tx, id)
    await rewriteElectorate(tx, id)
    await finishSeal(tx, id, tallyOf(ballots))
    await dropDiscreet(tx, id)
    const byTime = poll.closing_at !== null && poll.closed_at >= poll.closing_at
    if (poll.discarded_at === null)
      await recordClosing(tx, poll, byTime ? 'poll_expired' : 'poll_closed_by_user', null)
    return true
  })
  // Deleted rows keep their transaction's number until they are swept.
  if (sealed)
    for (const table of ['urn', 'electorate', 'shown_tallies', 'mails', 'personal_links'])
      await db.pool.query(`vacuum ${table}`)
}
