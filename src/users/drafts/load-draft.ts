import type { Queryable } from '../../db/sql.ts'
import type { Draft, DraftFields } from './draft.ts'
import { findDraft } from './drafts-store.ts'

/** A person's unsent form, and when it was saved. Null: none. */
export async function loadDraft(
  db: Queryable,
  { user_id, place }: Omit<Draft, 'fields'>,
): Promise<{ fields: DraftFields; saved_at: Date } | null> {
  const found = await findDraft(db, { user_id, place })
  return found === null ? null : { ...found, fields: JSON.parse(found.fields) as DraftFields }
}
