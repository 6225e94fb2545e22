import type { Queryable } from '../../db/sql.ts'
import { readGroupsOfNamesakes } from './namesake-reads.ts'

/** More than people read. */
const MOST_GROUPS = 5

type Person = { id: number; name: string | null }

/**
 * The groups in which another member has this person's name: people who vouch for themselves may, and their
 * numbers tell them apart. Empty: none.
 */
export async function loadNamesakes(db: Queryable, { id, name }: Person): Promise<string[]> {
  if (name === null) return []
  return readGroupsOfNamesakes(db, { user_id: id, name, most: MOST_GROUPS })
}
