import type { Act } from '../db/db.ts'
import { Conflict, NotFound, refuse } from '../errors.ts'
import { changed } from '../events/field-change.ts'
import { recordNote } from '../events/record-note.ts'
import { checkKeyEnd, endingDue } from './api-key.ts'
import { lockKey, writeKeyEnd } from './keys-store.ts'

/**
 * Sets the expiry of a key, null: never; an expired one becomes valid again. Returns whether it changed.
 * NotFound: no such key; Conflict: it was revoked; Invalid: the expiry is past.
 */
export async function setKeyEnd(act: Act, id: number, expires_at: Date | null): Promise<boolean> {
  const { tx, now } = act
  const found = await lockKey(tx, id)
  if (found === null) throw new NotFound('not_found.api_key', { id })
  if (found.revoked_at !== null) throw new Conflict('api_key_revoked.no_change', { id })
  refuse(checkKeyEnd(expires_at, now))
  await writeKeyEnd(tx, { id, expires_at, ending_due_at: endingDue(expires_at, now) })
  const changes = changed('expires_at', found.expires_at, expires_at)
  if (changes.length === 0) return false
  await recordNote(act, { kind: 'key_edited', group_id: found.group_id, subject_id: id, changes })
  return true
}
