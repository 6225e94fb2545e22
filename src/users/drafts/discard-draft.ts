import type { Queryable } from '../../db/sql.ts'
import type { Draft, DraftPage } from './draft.ts'
import { deleteDrafts, findDraft } from './drafts-store.ts'

/**
 * Deletes a draft: the form was sent, is empty, or starts over. `page`: the page that asks for it; null: one
 * that may delete whatever is there. Returns whether none is left: another page may have saved a newer one.
 */
export async function discardDraft(
  db: Queryable,
  { user_id, place }: Omit<Draft, 'fields'>,
  page: DraftPage | null = null,
): Promise<boolean> {
  await deleteDrafts(db, { user_id, places: [place] }, page)
  return page === null || (await findDraft(db, { user_id, place })) === null
}

/** Deletes drafts of a person in several places. */
export function discardDrafts(db: Queryable, user_id: number, places: string[]): Promise<void> {
  return deleteDrafts(db, { user_id, places }, null)
}
