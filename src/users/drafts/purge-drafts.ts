import type { Db } from '../../db/db.ts'
import { AGAIN_KEPT_MINUTES, DRAFT_KEPT_DAYS } from './draft.ts'
import { dropOldAgain, dropOldDrafts } from './drafts-store.ts'

/** Deletes at most `most` abandoned drafts of each kind. Returns the higher number deleted. */
export async function purgeDrafts({ pool }: Db, most: number): Promise<number> {
  const again = await dropOldAgain(pool, AGAIN_KEPT_MINUTES, most)
  return Math.max(again, await dropOldDrafts(pool, DRAFT_KEPT_DAYS, most))
}
