import type { Act } from '../../db/db.ts'
import { NotFound, problem, refuse } from '../../errors.ts'
import { hashToken } from '../secret.ts'
import { addressKey, readAddress } from '../user.ts'
import { findUsers } from '../users-store.ts'
import { putAddressChange } from './address-changes-store.ts'

/** Identifies a browser's session in requests to change an address. */
export const browserHash = (session: string): Buffer => hashToken(`address change ${session}`)

/**
 * Records that a person wants to use this address: a mail with a code goes to it, whether or not it is free.
 * `session`: the token of the browser's session, where the code counts. Invalid: no address, or their own.
 */
export async function askAddressChange(
  { tx }: Act,
  { user_id, typed, session }: { user_id: number; typed: string; session: string },
): Promise<void> {
  const [user] = await findUsers(tx, [user_id])
  if (user === undefined) throw new NotFound()
  const address = readAddress(typed)
  if (address === null)
    return refuse([problem('address', typed.trim() === '' ? 'missing' : 'no_whole_address_typed')])
  if (addressKey(address) === addressKey(user.email ?? '')) refuse([problem('address', 'own_address')])
  await putAddressChange(tx, { user_id, address, browser_hash: browserHash(session) })
}
