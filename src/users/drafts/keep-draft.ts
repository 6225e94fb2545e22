import type { Queryable } from '../../db/sql.ts'
import { type Draft, type DraftPage, type Kept, MAX_DRAFT, MOST_DRAFTS } from './draft.ts'
import { findDraft, putDraft } from './drafts-store.ts'

/** A place with several forms, whose places continue its name with a comma; `most`: drafts in them. */
type Shared = { place: string; most: number }

/** `page`: the page of the form; null: one that may replace whatever is there. */
type How = { page?: DraftPage | null; shared?: Shared }

/**
 * Saves a person's unsent form, unless it is longer than MAX_DRAFT, another page saved more of it since this
 * one was opened, or this one has just sent it. Deletes the oldest of more than MOST_DRAFTS, and of more than
 * the place allows that it shares with others.
 */
export async function keepDraft(
  db: Queryable,
  { user_id, place, fields }: Draft,
  { page = null, shared = { place, most: MOST_DRAFTS } }: How = {},
): Promise<Kept> {
  const text = JSON.stringify(fields)
  if (text.length > MAX_DRAFT) return 'too_long'
  const bounds = { most: MOST_DRAFTS, within: shared.place, most_within: shared.most }
  if (await putDraft(db, { user_id, place, fields: text, ...bounds }, page)) return 'saved'
  return (await findDraft(db, { user_id, place })) === null ? 'sent' : 'newer'
}
