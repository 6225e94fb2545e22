import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { findDiscussion } from './discussions-store.ts'

/** The public key of the thread with this id, for who has just made it. NotFound: no such thread. */
export async function loadThreadKey(db: Queryable, id: number): Promise<string> {
  const found = await findDiscussion(db, id)
  if (found === null) throw new NotFound()
  return found.key
}
