import type { Act } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import { recordNote } from '../events/record-note.ts'
import { lockKey, markRevoked } from './keys-store.ts'

/**
 * Revokes a key permanently, with all its secrets. NotFound: no such key; Conflict: it is already revoked.
 */
export async function revokeKey(act: Act, id: number): Promise<void> {
  const found = await lockKey(act.tx, id)
  if (found === null) throw new NotFound('not_found.api_key', { id })
  if (!(await markRevoked(act.tx, id))) throw new Conflict('api_key_revoked.before', { id })
  await recordNote(act, { kind: 'key_revoked', group_id: found.group_id, subject_id: id })
}
