import type { Act } from '../../db/db.ts'
import { Conflict, NotFound, refuse } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { findUsers } from '../../users/users-store.ts'
import { pollState } from '../poll.ts'
import { lockPoll, pollOptions } from '../polls-store.ts'
import {
  checkOutcome,
  holdingOutcome,
  type OutcomeText,
  publishedAt,
  reviewDue,
  saysTheSame,
} from './outcome.ts'
import { insertOutcome, latestOutcome } from './outcomes-store.ts'

/**
 * Publishes the outcome of a closed poll. A second one is an edit: it notifies nobody unless a meeting's time
 * changes, and keeps the former text; after the poll was reopened and closed again it counts as new. Does
 * nothing when the content is the same. Returns its id. NotFound; Conflict when the poll is not closed;
 * Invalid: the text, the option or the day.
 */
export async function publishOutcome(
  { tx, actor }: Act,
  { poll_id, ...text }: OutcomeText & { poll_id: number },
): Promise<number> {
  const locked = await lockPoll(tx, poll_id)
  if (locked === null) throw new NotFound()
  const { poll, now } = locked
  if (pollState(poll, now).is !== 'closed') throw new Conflict('poll_not_closed.not_closed')
  const author_id = actor.user_id ?? poll.author_id
  const [author] = await findUsers(tx, [author_id])
  const time_zone = author?.time_zone ?? 'UTC'
  const options = await pollOptions(tx, poll_id)
  const earlier = holdingOutcome(await latestOutcome(tx, poll_id), poll, now)
  refuse(checkOutcome(text, { options, earlier, time_zone, now }))
  if (earlier !== null && saysTheSame(earlier, text)) return earlier.id
  const { group_id, discussion_id } = poll
  const id = await insertOutcome(tx, {
    ...text,
    poll_id,
    group_id,
    author_id,
    statement_format: 'md',
    published_at: earlier === null ? null : publishedAt(earlier),
    review_due_at: dueAfter(now, text.review_on, time_zone),
  })
  await record(tx, [
    {
      kind: earlier === null ? 'outcome_created' : 'outcome_updated',
      group_id,
      discussion_id,
      poll_id,
      subject_id: id,
      actor_id: actor.user_id,
      recipient_ids: [],
      recipient_message: null,
    },
  ])
  return id
}

/** A day that has passed gets no second reminder. */
function dueAfter(now: Date, review_on: string | null, time_zone: string): Date | null {
  const at = review_on === null ? null : reviewDue(review_on, time_zone)
  return at !== null && at > now ? at : null
}
