import type { Queryable } from '../../db/sql.ts'
import { type Draft, MAX_DRAFT, MOST_DRAFTS } from './draft.ts'
import { putDraft } from './drafts-store.ts'

/** Saves a person's unsent form, unless it is longer than MAX_DRAFT. */
export async function keepDraft(db: Queryable, { user_id, place, fields }: Draft): Promise<void> {
  const text = JSON.stringify(fields)
  if (text.length <= MAX_DRAFT) await putDraft(db, { user_id, place, fields: text, most: MOST_DRAFTS })
}
