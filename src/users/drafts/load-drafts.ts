import type { Queryable } from '../../db/sql.ts'
import type { DraftFields } from './draft.ts'
import { listDrafts } from './drafts-store.ts'

/** An unsent form: its place, its fields, and when it was saved. */
export type SavedDraft = { place: string; fields: DraftFields; saved_at: Date }

/** A person's unsent forms, the latest first. */
export async function loadDrafts(db: Queryable, user_id: number): Promise<SavedDraft[]> {
  const found = await listDrafts(db, user_id)
  return found.map((draft) => ({ ...draft, fields: JSON.parse(draft.fields) as DraftFields }))
}
