import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { hashToken } from './secret.ts'
import { deleteOtherSessions, deleteOwnSession, deleteSession } from './sessions-store.ts'
import { forgetBrowsers } from './sign-in/known-browsers-store.ts'
import { endWaiting } from './sign-in/sign-ins-store.ts'
import { holdPerson } from './users-store.ts'

/** Signs the browser with this token out. Idempotent. */
export async function endSession({ tx }: Act, token: string): Promise<void> {
  if (token !== '') await deleteSession(tx, hashToken(token))
}

/** Ends one session of a person, in any browser. NotFound: they have no such session. */
export async function endOwnSession({ tx }: Act, session: { id: number; user_id: number }): Promise<void> {
  if (!(await deleteOwnSession(tx, session))) throw new NotFound('not_found.session')
}

/**
 * Ends all sessions of a person except `kept_id` (null: all), and whatever could begin another one or was to
 * be added to the account: links and codes that were mailed, passkeys and logins being added in those
 * browsers. Their browsers are no longer known. Returns how many sessions ended.
 */
export async function endOtherSessions(
  { tx }: Act,
  kept: { user_id: number; kept_id: number | null },
): Promise<number> {
  await holdPerson(tx, kept.user_id)
  // First: a code that is used at this moment begins a session, which ends too.
  await endWaiting(tx, kept.user_id)
  await forgetBrowsers(tx, kept.user_id)
  return deleteOtherSessions(tx, kept)
}
