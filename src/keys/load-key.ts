import { batched } from '../db/batch.ts'
import type { Db } from '../db/db.ts'
import { type BoundedCache, boundedCache, bytesOf } from '../text/bounded-cache.ts'
import { admitKey, type PresentedKey } from './api-key.ts'
import { findKeysBySecrets, markUsed } from './keys-store.ts'

const findKey = batched(findKeysBySecrets, { most: 64, lanes: 1 })

/** The key whose text has this SHA-256. Forbidden, naming the reason, when it may not be used. */
export async function loadKey(db: Db, hash: Buffer): Promise<PresentedKey> {
  const found = await findKey(db, hash)
  return admitKey(found, found?.now ?? new Date(0))
}

const NOTED_BYTES = 1024 * 1024
const noted = new WeakMap<Db['pool'], BoundedCache<string>>()

/**
 * Records that the key was used today: at most one write per key and day in each process, and nobody waits
 * for it.
 */
export function noteKeyUse({ pool }: Db, key: PresentedKey, today: string): void {
  const days = noted.get(pool) ?? boundedCache<string>(NOTED_BYTES, (day, id) => bytesOf(day, id))
  noted.set(pool, days)
  const id = String(key.id)
  if (key.last_used_on === today || days.get(id) === today) return
  days.keep(id, today)
  // A failure does not matter: the next request tries again.
  markUsed(pool, key.id).catch(() => days.keep(id, ''))
}
