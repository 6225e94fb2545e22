import type { Db } from '../db/db.ts'
import { asUnavailable } from '../db/db.ts'
import { admitKey, type PresentedKey } from './api-key.ts'
import { findKeyBySecret, markUsed } from './keys-store.ts'

/** The key whose text has this SHA-256. Forbidden, naming the reason, when it may not be used. */
export async function loadKey(db: Db, hash: Buffer): Promise<PresentedKey> {
  const found = await findKeyBySecret(db.pool, hash)
  return admitKey(found, found?.now ?? new Date(0))
}

const noted = new Map<number, string>()

/** Notes that the key was used today: at most one write a key and day in each process, and nobody waits for it. */
export function noteKeyUse(db: Db, key: PresentedKey, today: string): void {
  if (key.last_used_on === today || noted.get(key.id) === today) return
  noted.set(key.id, today)
  markUsed(db.pool, key.id).catch((error: unknown) => {
    noted.delete(key.id)
    if (asUnavailable(error) === error) throw error
  })
}
