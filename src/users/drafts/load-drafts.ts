import type { Queryable } from '../../db/sql.ts'
import type { Draft, DraftFields } from './draft.ts'
import { listDrafts, listDraftsWithin } from './drafts-store.ts'

/** An unsent form: its place, its fields, and when it was saved. */
export type SavedDraft = { place: string; fields: DraftFields; saved_at: Date }

/** A person's unsent forms, the latest first. */
export async function loadDrafts(db: Queryable, user_id: number): Promise<SavedDraft[]> {
  return (await listDrafts(db, user_id)).map(parsed)
}

/** A person's unsent forms in a place that several forms share, the latest first. */
export async function loadDraftsWithin(
  db: Queryable,
  { user_id, place }: Omit<Draft, 'fields'>,
): Promise<SavedDraft[]> {
  return (await listDraftsWithin(db, { user_id, within: place })).map(parsed)
}

function parsed(found: { place: string; fields: string; saved_at: Date }): SavedDraft {
  return { ...found, fields: JSON.parse(found.fields) as DraftFields }
}
