import { createHash } from 'node:crypto'
import type { Queryable } from '../../db/sql.ts'
import { type Identity, type Mark, PLAIN_IDENTITY } from './identity.ts'
import { storedIdentity } from './service-settings-store.ts'

const HASH_LENGTH = 16

/** The name and logo of the service. */
export async function loadIdentity(db: Queryable): Promise<Identity> {
  const stored = await storedIdentity(db)
  if (stored === null) return PLAIN_IDENTITY
  return { name: stored.name, mark: stored.mark === null ? null : markOf(stored.mark) }
}

function markOf(png: Buffer): Mark {
  return { png, hash: createHash('sha256').update(png).digest('hex').slice(0, HASH_LENGTH) }
}
