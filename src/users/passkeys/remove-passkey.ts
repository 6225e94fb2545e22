import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { deleteOtherSessions } from '../sessions-store.ts'
import { noteAccess } from '../sign-in/sign-ins-store.ts'
import { deletePasskey } from './passkeys-store.ts'

/**
 * Removes a passkey of a person and tells them by mail. All their sessions but `kept_id` end: it may have
 * begun one. NotFound: they have no such passkey.
 */
export async function removePasskey(
  { tx }: Act,
  { id, user_id, kept_id }: { id: number; user_id: number; kept_id: number },
): Promise<void> {
  if (!(await deletePasskey(tx, { id, user_id }))) throw new NotFound()
  await deleteOtherSessions(tx, { user_id, kept_id })
  await noteAccess(tx, { user_id, purpose: 'passkey_removed' })
}
