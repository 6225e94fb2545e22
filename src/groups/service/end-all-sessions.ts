import type { Act } from '../../db/db.ts'
import { endOtherSessions } from '../../users/end-session.ts'
import { deleteAllPasskeys } from '../../users/passkeys/passkeys-store.ts'
import { noteAccess } from '../../users/sign-in/sign-ins-store.ts'
import { recordDeed } from './record-deed.ts'

/**
 * Signs a person out of all browsers, removes their passkeys, with a mail that says so, and records it;
 * idempotent. Personal keys, links and logins at providers stay valid.
 */
export async function endAllSessions(act: Act, user_id: number): Promise<void> {
  const sessions = await endOtherSessions(act, { user_id, kept_id: null })
  const passkeys = await deleteAllPasskeys(act.tx, user_id)
  if (passkeys > 0) await noteAccess(act.tx, { user_id, purpose: 'passkey_removed' })
  if (passkeys + sessions > 0) await recordDeed(act, 'sessions_ended', { user_id })
}
