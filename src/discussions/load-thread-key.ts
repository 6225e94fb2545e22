import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { findDiscussion } from './discussions-store.ts'
import { findThreadOfComment } from './refs-store.ts'

/** The public key of the thread with this id, for its creator. NotFound: no such thread. */
export async function loadThreadKey(db: Queryable, id: number): Promise<string> {
  const found = await findDiscussion(db, id)
  if (found === null) throw new NotFound()
  return found.key
}

/** The public key of a comment's thread. NotFound: no such comment. */
export async function loadKeyOfCommentsThread(db: Queryable, id: number): Promise<string> {
  const found = await findThreadOfComment(db, id)
  if (found === null) throw new NotFound()
  return found
}
