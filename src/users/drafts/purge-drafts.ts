import type { Db } from '../../db/db.ts'
import { DRAFT_KEPT_DAYS } from './draft.ts'
import { dropOldDrafts } from './drafts-store.ts'

/** Deletes at most `most` abandoned drafts. Returns how many. */
export function purgeDrafts({ pool }: Db, most: number): Promise<number> {
  return dropOldDrafts(pool, DRAFT_KEPT_DAYS, most)
}
