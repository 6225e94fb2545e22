import type { Queryable } from '../../db/sql.ts'
import { looksLike } from '../../users/look-alike.ts'
import { namesOfMembers } from '../joining/join-requests-store.ts'

const MOST_NAMES = 20_000

/** Finds the member of a group whose name a reader could take another name for; `beside`: not this one. */
export async function loadLookAlikes(
  db: Queryable,
  { group_id, beside = 0 }: { group_id: number; beside?: number },
): Promise<(name: string) => string | null> {
  return looksLike(await namesOfMembers(db, { group_id, user_id: beside, most: MOST_NAMES }))
}
