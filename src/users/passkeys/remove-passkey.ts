import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { endOtherSessions } from '../end-session.ts'
import { noteAccess } from '../sign-in/sign-ins-store.ts'
import { holdPerson } from '../users-store.ts'
import { deletePasskey } from './passkeys-store.ts'

/**
 * Removes a passkey of a person and tells them by mail. All their sessions but `kept_id` end: it may have
 * begun one. NotFound: they have no such passkey.
 */
export async function removePasskey(
  act: Act,
  { id, user_id, kept_id }: { id: number; user_id: number; kept_id: number },
): Promise<void> {
  const { tx } = act
  await holdPerson(tx, user_id)
  if (!(await deletePasskey(tx, { id, user_id }))) throw new NotFound()
  await endOtherSessions(act, { user_id, kept_id })
  await noteAccess(tx, { user_id, purpose: 'passkey_removed' })
}
