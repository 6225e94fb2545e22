import type { Act } from '../../db/db.ts'
import { recordDeed } from './record-deed.ts'
import { deleteAllSessions } from './service-people-store.ts'

/** Signs a person out of all browsers, and records it; idempotent. Personal keys and links stay valid. */
export async function endAllSessions(act: Act, user_id: number): Promise<void> {
  if ((await deleteAllSessions(act.tx, user_id)) > 0) await recordDeed(act, 'sessions_ended', { user_id })
}
