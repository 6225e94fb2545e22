import type { Queryable } from '../../db/sql.ts'
import { findPerson } from '../users-store.ts'
import { knownHash } from './known-browser.ts'
import { isKnownBrowser } from './known-browsers-store.ts'

const NOBODY = 0

/**
 * Whether the person of this address has signed in in the browser with this token before. It asks the same
 * for every address, known or not.
 */
export async function loadIsKnown(
  db: Queryable,
  { address, browser }: { address: string; browser: string },
): Promise<boolean> {
  if (browser === '') return false
  const person = await findPerson(db, address)
  return isKnownBrowser(db, knownHash(person?.id ?? NOBODY, browser))
}
