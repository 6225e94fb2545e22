import type { Act } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import { recordNote } from '../events/record-note.ts'
import { overlapEnd } from './api-key.ts'
import { giveSecret } from './issue-key.ts'
import { endSecretsAt, lockKey } from './keys-store.ts'

/**
 * Gives a key a new text; the old one stays valid for `overlap_hours` (0: ends at once). NotFound: no such
 * key; Conflict: it was revoked.
 */
export async function rotateKey(
  act: Act,
  id: number,
  overlap_hours: number,
): Promise<{ key: string; old_until: Date }> {
  const { tx, now } = act
  const found = await lockKey(tx, id)
  if (found === null) throw new NotFound('not_found.api_key', { id })
  if (found.revoked_at !== null) throw new Conflict('api_key_revoked.no_change', { id })
  const old_until = overlapEnd(now, overlap_hours)
  await endSecretsAt(tx, id, old_until)
  await recordNote(act, { kind: 'key_rotated', group_id: found.group_id, subject_id: id })
  return { key: await giveSecret(tx, id), old_until }
}
