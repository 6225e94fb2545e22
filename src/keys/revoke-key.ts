import type { Act } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import { lockKey, markRevoked } from './keys-store.ts'

/** Revokes a key for good, with all its secrets. NotFound: no such key; Conflict: it is already revoked. */
export async function revokeKey({ tx }: Act, id: number): Promise<void> {
  if ((await lockKey(tx, id)) === null) throw new NotFound('not_found.api_key', { id })
  if (!(await markRevoked(tx, id))) throw new Conflict('api_key_revoked.before', { id })
}
