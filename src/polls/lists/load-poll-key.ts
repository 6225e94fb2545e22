import type { Queryable } from '../../db/sql.ts'
import { findPoll } from '../polls-store.ts'

/** The public key of an existing poll. */
export async function loadPollKey(db: Queryable, id: number): Promise<string> {
  return (await findPoll(db, id))?.key ?? ''
}
