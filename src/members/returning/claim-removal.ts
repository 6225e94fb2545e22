import type { Act } from '../../db/db.ts'
import { claimRemoved } from './removed-addresses-store.ts'

/**
 * Whether the group removed another account that had this address, deleted since or not. Its owner then has
 * to ask before joining, as with that account.
 */
export async function claimRemoval(
  { tx, address_keys }: Act,
  { group_id, user_id, email }: { group_id: number; user_id: number; email: string },
): Promise<boolean> {
  const [address_key] = await address_keys([email])
  return address_key !== undefined && claimRemoved(tx, { group_id, user_id, address_key })
}
