import type { KeyObject } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import { heldTagKey, holdTagKey } from './close-box.ts'
import { tagKeyOf } from './receipt-tag.ts'

/** The key of a poll's tags. It is held until the poll closes. Null: the poll's private key is missing. */
export async function loadTagKey(db: Db, urn_key: string): Promise<KeyObject | null> {
  const held = heldTagKey(urn_key)
  if (held !== null) return held
  const private_key = await db.urn_keys.find(db.pool, urn_key)
  if (private_key === null) return null
  try {
    return holdTagKey(urn_key, tagKeyOf(private_key))
  } finally {
    private_key.fill(0)
  }
}
