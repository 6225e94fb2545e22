import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { hashToken } from './secret.ts'
import { deleteOtherSessions, deleteOwnSession, deleteSession } from './sessions-store.ts'

/** Signs the browser with this token out. Idempotent. */
export async function endSession({ tx }: Act, token: string): Promise<void> {
  if (token !== '') await deleteSession(tx, hashToken(token))
}

/** Ends one session of a person, in any browser. NotFound: they have no such session. */
export async function endOwnSession({ tx }: Act, session: { id: number; user_id: number }): Promise<void> {
  if (!(await deleteOwnSession(tx, session))) throw new NotFound('not_found.session')
}

/** Ends all sessions of a person except the current one. Returns how many. */
export function endOtherSessions({ tx }: Act, kept: { user_id: number; kept_id: number }): Promise<number> {
  return deleteOtherSessions(tx, kept)
}
