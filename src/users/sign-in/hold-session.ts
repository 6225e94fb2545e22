import type { Queryable } from '../../db/sql.ts'
import { isSession } from '../sessions-store.ts'
import { holdPerson } from '../users-store.ts'

/**
 * Whether a person is still signed in by a session: nobody ends it until the transaction ends. Whatever
 * adds a way into an account asks first.
 */
export async function holdSession(
  tx: Queryable,
  { user_id, session_id }: { user_id: number; session_id: number },
): Promise<boolean> {
  return (await holdPerson(tx, user_id)) && (await isSession(tx, { id: session_id, user_id }))
}
