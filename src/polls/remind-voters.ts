import { change, type Db, SYSTEM } from '../db/db.ts'
import type { NewEvent } from '../events/event.ts'
import { record } from '../events/record.ts'
import { type Poll, pollState } from './poll.ts'
import { takeDueReminders } from './polls-store.ts'

const MOST_POLLS = 100

/**
 * Records that polls close soon, once for each. The recipients are determined when mails are sent: the event
 * has none.
 */
export async function remindVoters(db: Db): Promise<void> {
  let taken: number
  do {
    taken = await change(db, SYSTEM, async ({ tx, now }) => {
      const polls = await takeDueReminders(tx, MOST_POLLS)
      await record(tx, polls.filter((poll) => pollState(poll, now).is === 'open').map(closingSoon))
      return polls.length
    })
  } while (taken === MOST_POLLS)
}

function closingSoon(poll: Poll): NewEvent {
  return {
    kind: 'poll_closing_soon',
    group_id: poll.group_id,
    discussion_id: poll.discussion_id,
    poll_id: poll.id,
    subject_id: poll.id,
    actor_id: null,
    recipient_ids: [],
    recipient_message: null,
  }
}
