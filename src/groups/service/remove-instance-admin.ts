import type { Act } from '../../db/db.ts'
import type { User } from '../../users/user.ts'
import { knownPerson } from './add-instance-admin.ts'
import { deleteInstanceAdmin } from './instance-admins-store.ts'
import { recordDeed } from './record-deed.ts'

/**
 * Takes back what `addInstanceAdmin` gave; idempotent. An admin of the first group stays one there. NotFound:
 * nobody has this address.
 */
export async function removeInstanceAdmin(act: Act, email: string): Promise<User> {
  const person = await knownPerson(act, email)
  if (await deleteInstanceAdmin(act.tx, person.id))
    await recordDeed(act, 'admin_removed', { user_id: person.id })
  return person
}
