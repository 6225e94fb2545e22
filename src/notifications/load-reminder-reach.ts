import type { Queryable } from '../db/sql.ts'
import type { Poll } from '../polls/poll.ts'
import { type ReminderReach, readReminderReach } from './reach-reads.ts'

/**
 * Whom a reminder to people who have not voted would reach, if this person sent it now. Of an anonymous poll
 * all who have a ballot, voted or not: among few, the others would tell who voted.
 */
export function loadReminderReach(
  db: Queryable,
  { id: poll_id, anonymous }: Pick<Poll, 'id' | 'anonymous'>,
  sender_id: number,
): Promise<ReminderReach> {
  return readReminderReach(db, { poll_id, sender_id, only_undecided: !anonymous })
}
