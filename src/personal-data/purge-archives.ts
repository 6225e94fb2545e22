import type { Db } from '../db/db.ts'
import { dropOldArchives } from './archives-store.ts'

/** Deletes at most `most` archives whose days are over. Returns how many. */
export function purgeArchives({ pool }: Pick<Db, 'pool'>, most: number): Promise<number> {
  return dropOldArchives(pool, most)
}
