import type { Queryable } from '../../db/sql.ts'
import { type Draft, MAX_DRAFT, MOST_DRAFTS } from './draft.ts'
import { putDraft } from './drafts-store.ts'

/** A place with several forms, whose places continue its name with a comma; `most`: drafts in them. */
type Shared = { place: string; most: number }

/**
 * Saves a person's unsent form, unless it is longer than MAX_DRAFT. Deletes the oldest of more than
 * MOST_DRAFTS, and of more than the place allows that it shares with others. Returns whether it was saved.
 */
export async function keepDraft(
  db: Queryable,
  { user_id, place, fields }: Draft,
  shared: Shared = { place, most: MOST_DRAFTS },
): Promise<boolean> {
  const text = JSON.stringify(fields)
  if (text.length > MAX_DRAFT) return false
  const bounds = { most: MOST_DRAFTS, within: shared.place, most_within: shared.most }
  await putDraft(db, { user_id, place, fields: text, ...bounds })
  return true
}
