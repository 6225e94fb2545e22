import type { Act } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import type { KindAbout } from '../events/kinds.ts'
import { addToItemCounts } from '../groups/groups-store.ts'
import { countClosing } from './counts/count-poll.ts'
import { recordHead } from './heads/record-head.ts'
import { type Poll, pollState } from './poll.ts'
import { lockPoll, markClosed } from './polls-store.ts'
import { recordOfPoll } from './record-poll.ts'

/**
 * Closes an open poll now. NotFound; Conflict when it is a draft or already closed. An anonymous poll is
 * counted when its urn is sealed (`sealPoll`), in a later transaction of its own.
 */
export async function closePoll(act: Act, id: number): Promise<void> {
  const locked = await lockPoll(act.tx, id)
  if (locked === null) throw new NotFound()
  const state = pollState(locked.poll, locked.now)
  if (state.is === 'draft') throw new Conflict('poll_not_open.draft')
  if (state.is === 'closed') throw new Conflict('poll_closed.closed_at', { at: state.at })
  await writeClosing(act, locked.poll, { at: locked.now, kind: 'poll_closed_by_user' })
}

/** Records the closing of a due poll. False when nothing had to be recorded. */
export async function settlePoll(act: Act, id: number): Promise<boolean> {
  const locked = await lockPoll(act.tx, id)
  if (locked === null) return false
  const state = pollState(locked.poll, locked.now)
  if (state.is !== 'closed' || state.settled) return false
  await writeClosing(act, locked.poll, { at: state.at, kind: 'poll_expired' })
  return true
}

type Closing = { at: Date; kind: KindAbout<'Poll'> }

/** The closing is announced once the totals are final: for an anonymous poll, after the seal. */
async function writeClosing(act: Act, poll: Poll, { at, kind }: Closing): Promise<void> {
  await markClosed(act.tx, poll.id, { closed_at: at, closed_by: act.actor.user_id })
  if (!poll.anonymous) {
    await countClosing(act, poll, at)
    await recordHead(act, poll, at)
    await recordOfPoll(act, poll, { kind })
  }
  await addToItemCounts(act.tx, [{ group_id: poll.group_id, closed_polls: 1 }])
}
