import type { Act } from '../db/db.ts'
import type { NewEvent } from './event.ts'
import type { FieldChange } from './field-change.ts'
import type { KindWith } from './kinds.ts'
import { record, recordChange } from './record.ts'

/** An action on the data of one person, whom the history does not identify. */
type NamelessKind = 'person_data_exported' | 'person_erased'

/** An action that only the history of the group lists and that notifies nobody. */
type Note = Pick<NewEvent, 'group_id' | 'subject_id'> & {
  kind: Exclude<KindWith<'feed', 'none'>, NamelessKind>
  poll_id?: number | null
  discussion_id?: number | null
  changes?: FieldChange[]
  /** Whose data or link it concerns, where the subject does not say. */
  person_id?: number | null
}

/** Records it in the transaction of its change, by its actor. */
export async function recordNote(
  { tx, actor }: Pick<Act, 'tx' | 'actor'>,
  { changes = [], person_id = null, ...note }: Note,
): Promise<void> {
  const about = { poll_id: null, discussion_id: null, ...note }
  // They get no mail: notes send none.
  const recipient_ids = person_id === null ? [] : [person_id]
  const told = { actor_id: actor.user_id, recipient_ids, recipient_message: null }
  await recordChange(tx, { ...about, ...told }, changes)
}

/**
 * Records in each of these groups what happened to the data of one of its people: neither who it was nor who
 * did it.
 */
export function recordNameless(
  { tx }: Pick<Act, 'tx'>,
  kind: NamelessKind,
  group_ids: number[],
): Promise<void> {
  const nobody = { poll_id: null, discussion_id: null, actor_id: null }
  const told = { recipient_ids: [], recipient_message: null }
  return record(
    tx,
    group_ids.map((group_id) => ({ kind, group_id, subject_id: group_id, ...nobody, ...told })),
  )
}
