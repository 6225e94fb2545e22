import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import type { User } from '../../users/user.ts'
import { findPerson } from '../../users/users-store.ts'
import { insertInstanceAdmin } from './instance-admins-store.ts'
import { recordDeed } from './record-deed.ts'

/** Lets a known person run the service; idempotent. NotFound: nobody has this address. */
export async function addInstanceAdmin(act: Act, email: string): Promise<User> {
  const person = await knownPerson(act, email)
  const { id: user_id } = person
  if (await insertInstanceAdmin(act.tx, { user_id, added_by: act.actor.user_id }))
    await recordDeed(act, 'admin_added', { user_id })
  return person
}

/** The person with this address. NotFound: nobody has it. */
export async function knownPerson({ tx }: Act, email: string): Promise<User> {
  const person = await findPerson(tx, email)
  if (person === null) throw new NotFound('not_found.person')
  return person
}
