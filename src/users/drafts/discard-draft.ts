import type { Queryable } from '../../db/sql.ts'
import type { Draft } from './draft.ts'
import { deleteDrafts } from './drafts-store.ts'

/** Deletes a draft: the form was sent, or starts over. */
export function discardDraft(db: Queryable, { user_id, place }: Omit<Draft, 'fields'>): Promise<void> {
  return deleteDrafts(db, user_id, [place])
}

/** Deletes drafts of a person in several places. */
export function discardDrafts(db: Queryable, user_id: number, places: string[]): Promise<void> {
  return deleteDrafts(db, user_id, places)
}
