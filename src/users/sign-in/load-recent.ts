import type { Queryable } from '../../db/sql.ts'
import { findProof } from '../sessions-store.ts'
import { isRecent } from './recent.ts'

/** Whether the person of this session proved who they are a short time ago. */
export async function loadIsRecent(db: Queryable, session_id: number): Promise<boolean> {
  const found = await findProof(db, session_id)
  return found !== null && isRecent(found.proven_at, found.now)
}
