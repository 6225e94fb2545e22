import { cleanFiles } from '../../db/clean-files.ts'
import type { Db } from '../../db/db.ts'
import { markCleaned, pollsWithTraces } from './traces-store.ts'

const MOST_POLLS = 10_000
/** Where 0.1.0 has kept single votes, running totals and who voted when. */
const TABLES = ['urn', 'shown_tallies', 'tallies', 'electorate', 'sealed_ballots']

/**
 * Cleans what 0.1.0 has left of single anonymous votes in the files of the database: rows that were changed
 * or deleted, and the bundled server's log. It is put off while a backup or another long transaction may
 * still see those rows, and done once. Returns how many polls it was done for.
 */
export async function cleanTraces(db: Db): Promise<number> {
  const ids = await pollsWithTraces(db.pool, MOST_POLLS)
  if (ids.length === 0 || !(await cleanFiles(db, TABLES))) return 0
  await markCleaned(db.pool, ids)
  return ids.length
}
