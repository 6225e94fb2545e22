import type { Queryable } from '../../db/sql.ts'
import { findProof } from '../sessions-store.ts'
import { isRecent } from './recent.ts'

/** Whether somebody proved who they are a short time ago, where they are signed in with this id. */
export async function loadIsRecent(db: Queryable, session_id: number): Promise<boolean> {
  const found = await findProof(db, session_id)
  return found !== null && isRecent(found.proven_at, found.now)
}
