import type { Act } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import { type Poll, pollState } from './poll.ts'
import { lockPoll, takeReminder } from './polls-store.ts'
import { recordOfPoll } from './record-poll.ts'

export const REMINDER_PAUSE_HOURS = 12
const HOUR_MS = 3_600_000

/** Whether somebody is left to remind. */
export function isUndecided(count: { decided_count: number; voters_count: number }): boolean {
  return count.decided_count < count.voters_count
}

/** Until when another reminder to people who have not voted must wait. Null: it may be sent now. */
export function reminderPause({ reminded_at }: Pick<Poll, 'reminded_at'>, now: Date): Date | null {
  if (reminded_at === null) return null
  const until = new Date(reminded_at.getTime() + REMINDER_PAUSE_HOURS * HOUR_MS)
  return until > now ? until : null
}

/**
 * Reminds people with a ballot who have not voted; each mail checks this when it is sent. NotFound; Conflict
 * when voting is not open, or they were reminded less than 12 hours ago.
 */
export async function remindUndecided(act: Act, poll_id: number): Promise<void> {
  const locked = await lockPoll(act.tx, poll_id)
  if (locked === null) throw new NotFound()
  if (pollState(locked.poll, locked.now).is !== 'open') throw new Conflict('poll_not_open.not_open')
  if (!(await takeReminder(act.tx, poll_id, REMINDER_PAUSE_HOURS)))
    throw new Conflict('reminded_lately.hours', { hours: REMINDER_PAUSE_HOURS })
  await recordOfPoll(act, locked.poll, { kind: 'vote_reminder' })
}
