import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { type ListedKey, listKeys } from './keys-store.ts'

export type { ListedKey } from './keys-store.ts'

/** The keys of a group: valid ones first, then expired and revoked ones. For its admins. */
export async function loadKeys(
  db: Queryable,
  group_id: number,
  now: Date,
): Promise<{ live: ListedKey[]; ended: ListedKey[] }> {
  const keys = await listKeys(db, group_id)
  const isLive = (key: ListedKey) =>
    key.revoked_at === null && (key.expires_at === null || key.expires_at > now)
  return { live: keys.filter(isLive), ended: keys.filter((key) => !isLive(key)) }
}

/** One key of a group. NotFound: the group has no such key. */
export async function loadKeyOf(db: Queryable, group_id: number, id: number): Promise<ListedKey> {
  const found = (await listKeys(db, group_id)).find((key) => key.id === id)
  if (found === undefined) throw new NotFound()
  return found
}
