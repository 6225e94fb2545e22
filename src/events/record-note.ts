import type { Act } from '../db/db.ts'
import type { NewEvent } from './event.ts'
import type { FieldChange } from './field-change.ts'
import type { KindWith } from './kinds.ts'
import { recordChange } from './record.ts'

/** What only the history of the group lists: it notifies nobody. */
type Note = Pick<NewEvent, 'group_id' | 'subject_id'> & {
  kind: KindWith<'feed', 'none'>
  poll_id?: number | null
  discussion_id?: number | null
  changes?: FieldChange[]
}

/** Records it in the transaction of its change, by its actor. */
export function recordNote(
  { tx, actor }: Pick<Act, 'tx' | 'actor'>,
  { changes = [], ...note }: Note,
): Promise<void> {
  const about = { poll_id: null, discussion_id: null, ...note }
  const told = { actor_id: actor.user_id, recipient_ids: [], recipient_message: null }
  return recordChange(tx, { ...about, ...told }, changes)
}
