import type { Act } from '../db/db.ts'
import type { FieldChange } from '../events/field-change.ts'
import type { KindAbout } from '../events/kinds.ts'
import { recordChange } from '../events/record.ts'
import type { Discussion } from './discussion.ts'

/** Records an event of a thread without notifying anyone; `changes`: of its title and text. */
export async function recordOfThread(
  { tx, actor }: Act,
  { id, group_id }: Pick<Discussion, 'id' | 'group_id'>,
  happening: KindAbout<'Discussion'> | { kind: KindAbout<'Discussion'>; changes: FieldChange[] },
): Promise<void> {
  const { kind, changes } = typeof happening === 'string' ? { kind: happening, changes: [] } : happening
  const about = { group_id, discussion_id: id, poll_id: null }
  const told = { actor_id: actor.user_id, recipient_ids: [], recipient_message: null }
  await recordChange(tx, { kind, ...about, subject_id: id, ...told }, changes)
}
