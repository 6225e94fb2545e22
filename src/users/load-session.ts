import type { Queryable } from '../db/sql.ts'
import { hashToken } from './secret.ts'
import { findSession } from './sessions-store.ts'
import type { User } from './user.ts'

/** A signed-in person, with their session. */
export type SignedIn = User & { session_id: number }

/** The person signed in by this token; null when it is unknown or expired. */
export function loadSession(db: Queryable, token: string): Promise<SignedIn | null> {
  return token === '' ? Promise.resolve(null) : findSession(db, hashToken(token))
}
