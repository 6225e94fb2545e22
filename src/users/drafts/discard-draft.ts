import type { Queryable } from '../../db/sql.ts'
import type { Draft } from './draft.ts'
import { deleteDraft } from './drafts-store.ts'

/** Deletes a draft: the form was sent, or starts over. */
export function discardDraft(db: Queryable, { user_id, place }: Omit<Draft, 'fields'>): Promise<void> {
  return deleteDraft(db, { user_id, place })
}
