import type { Act } from '../../db/db.ts'
import { dropRemoved, returningAmong } from './removed-addresses-store.ts'

/** An admin has let these people in: that the group removed earlier accounts of theirs no longer matters. */
export async function deleteRemovals(
  { tx, address_keys }: Act,
  to: { group_id: number; user_ids: number[] },
): Promise<void> {
  if (to.user_ids.length === 0) return
  const people = await returningAmong(tx, to)
  if (people.length === 0) return
  const keys = await address_keys(people.map(({ email }) => email))
  await dropRemoved(tx, { ...to, address_keys: keys })
}
