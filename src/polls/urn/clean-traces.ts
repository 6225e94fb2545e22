import { cleanFiles } from '../../db/clean-files.ts'
import type { Db } from '../../db/db.ts'
import { markCleaned, pollsWithTraces } from './traces-store.ts'

const MOST_POLLS = 10_000
/** Where 0.1.0 stored single votes, running totals and the time of each vote. */
const TABLES = ['urn', 'shown_tallies', 'tallies', 'electorate', 'sealed_ballots']

/**
 * Removes what 0.1.0 has left of single anonymous votes in the database's files: changed or deleted rows, and
 * the bundled server's log. It waits while a backup or another long transaction may still see those rows, and
 * runs once. Returns the number of polls.
 */
export async function cleanTraces(db: Db): Promise<number> {
  const ids = await pollsWithTraces(db.pool, MOST_POLLS)
  if (ids.length === 0 || !(await cleanFiles(db, TABLES))) return 0
  await markCleaned(db.pool, ids)
  return ids.length
}
