import type { Act } from '../db/db.ts'
import type { NewEvent } from '../events/event.ts'
import type { FieldChange } from '../events/field-change.ts'
import type { KindAbout } from '../events/kinds.ts'
import { record, recordChange } from '../events/record.ts'
import type { Poll } from './poll.ts'

type Concerned = Pick<Poll, 'id' | 'group_id' | 'discussion_id'>

/**
 * The kind of event, its recipients (none by default), and its time and actor: by default those of its
 * transaction.
 */
type Happening = {
  kind: KindAbout<'Poll'>
  recipient_ids?: number[]
  created_at?: Date
  actor_id?: number | null
}

/** Records an event of a poll; `changes`: of its settings. Returns its id; null: it changed nothing. */
export function recordOfPoll(
  act: Act,
  poll: Concerned,
  { changes = [], ...happening }: Happening & { changes?: FieldChange[] },
): Promise<number | null> {
  return recordChange(act.tx, eventOf(act, poll, happening), changes)
}

/** The same for several polls. */
export function recordOfPolls(act: Act, polls: Concerned[], happening: Happening): Promise<void> {
  return record(
    act.tx,
    polls.map((poll) => eventOf(act, poll, happening)),
  )
}

function eventOf(
  { actor }: Act,
  { id, group_id, discussion_id }: Concerned,
  { kind, recipient_ids = [], ...given }: Happening,
): NewEvent {
  const about = { group_id, discussion_id, poll_id: id, subject_id: id }
  return { kind, ...about, actor_id: actor.user_id, recipient_ids, recipient_message: null, ...given }
}
