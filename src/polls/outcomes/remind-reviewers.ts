import { change, type Db, SYSTEM } from '../../db/db.ts'
import type { NewEvent } from '../../events/event.ts'
import { record } from '../../events/record.ts'
import { type DueReview, takeDueReviews } from './outcomes-store.ts'

const MOST_OUTCOMES = 100

/** Records the reminder to review each outcome, once, on the day its author set. */
export async function remindReviewers(db: Db): Promise<void> {
  let taken: number
  do {
    taken = await change(db, SYSTEM, async ({ tx }) => {
      const due = await takeDueReviews(tx, MOST_OUTCOMES)
      await record(tx, due.map(reviewDue))
      return due.length
    })
  } while (taken === MOST_OUTCOMES)
}

function reviewDue({ id, poll_id, group_id, discussion_id, told_ids }: DueReview): NewEvent {
  return {
    kind: 'outcome_review_due',
    group_id,
    discussion_id,
    poll_id,
    subject_id: id,
    actor_id: null,
    recipient_ids: told_ids,
    recipient_message: null,
  }
}
