import type { Act } from '../db/db.ts'
import type { KindAbout } from '../events/kinds.ts'
import { record } from '../events/record.ts'
import type { Discussion } from './discussion.ts'

/** Records an event of a thread without notifying anybody. */
export function recordOfThread(
  { tx, actor }: Act,
  { id, group_id }: Pick<Discussion, 'id' | 'group_id'>,
  kind: KindAbout<'Discussion'>,
): Promise<void> {
  const about = { group_id, discussion_id: id, poll_id: null }
  return record(tx, [
    { kind, ...about, subject_id: id, actor_id: actor.user_id, recipient_ids: [], recipient_message: null },
  ])
}
