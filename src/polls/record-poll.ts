import type { Act } from '../db/db.ts'
import type { EventKind } from '../events/event.ts'
import { record } from '../events/record.ts'
import type { Poll } from './poll.ts'

/** Writes down something that happened to a poll, and the people it is told to. */
export function recordOfPoll(
  { tx, actor }: Act,
  poll: Pick<Poll, 'id' | 'group_id' | 'discussion_id'>,
  kind: EventKind,
  recipient_ids: number[],
): Promise<void> {
  const { id, group_id, discussion_id } = poll
  const about = { group_id, discussion_id, poll_id: id, subject_type: 'Poll' as const, subject_id: id }
  return record(tx, [{ kind, ...about, actor_id: actor.user_id, recipient_ids, recipient_message: null }])
}
