import type { Queryable } from '../../db/sql.ts'
import type { Draft, DraftPage } from './draft.ts'
import { deleteDrafts, findDraft, putEnd } from './drafts-store.ts'

/**
 * Deletes a draft: the form is empty. `page`: the page that asks for it; null: one that may delete whatever
 * is there. Returns whether none is left: another page may have saved a newer one.
 */
export async function discardDraft(
  db: Queryable,
  { user_id, place }: Omit<Draft, 'fields'>,
  page: DraftPage | null = null,
): Promise<boolean> {
  await deleteDrafts(db, { user_id, places: [place] }, page)
  return page === null || (await findDraft(db, { user_id, place })) === null
}

/**
 * The same once a form was sent or discarded: a save of its page that was still under way does not bring it
 * back.
 */
export async function endDraft(
  db: Queryable,
  { user_id, place }: Omit<Draft, 'fields'>,
  page: DraftPage | null,
): Promise<boolean> {
  if (page === null || page.token === null) return discardDraft(db, { user_id, place }, page)
  await putEnd(db, { user_id, place }, page)
  return (await findDraft(db, { user_id, place })) === null
}

/** Deletes drafts of a person in several places. */
export function discardDrafts(db: Queryable, user_id: number, places: string[]): Promise<void> {
  return deleteDrafts(db, { user_id, places }, null)
}
