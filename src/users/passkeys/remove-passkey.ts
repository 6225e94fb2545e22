import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { deletePasskey, notePasskey } from './passkeys-store.ts'

/** Removes a passkey of a person, and tells them by mail. NotFound: they have no such passkey. */
export async function removePasskey({ tx }: Act, own: { id: number; user_id: number }): Promise<void> {
  if (!(await deletePasskey(tx, own))) throw new NotFound()
  await notePasskey(tx, { user_id: own.user_id, purpose: 'passkey_removed' })
}
