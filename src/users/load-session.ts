import type { Queryable } from '../db/sql.ts'
import { hashToken } from './secret.ts'
import { findSession } from './sessions-store.ts'
import type { User } from './user.ts'

/** A person who signed in, and by which session. */
export type SignedIn = User & { session_id: number }

/** Who is signed in by this token; null when nobody is, or no longer. */
export function loadSession(db: Queryable, token: string): Promise<SignedIn | null> {
  return token === '' ? Promise.resolve(null) : findSession(db, hashToken(token))
}
