import type { FastifyRequest } from 'fastify'
import type { Actor, Db } from '../db/db.ts'
import { Forbidden } from '../errors.ts'
import { type Permission, type PresentedKey, requirePermission } from '../groups/keys/api-key.ts'
import { loadKey, noteKeyUse } from '../groups/keys/load-key.ts'
import type { Asker } from '../http/idempotency-store.ts'

/** Notes the day of the key's use; told of by the list of keys. */
export function noteUse(db: Db, key: PresentedKey): void {
  noteKeyUse(db, key, new Date().toISOString().slice(0, 10))
}

/** The key of the request. Forbidden: it may not be used, or lacks this permission. */
export async function admit(
  db: Db,
  request: FastifyRequest,
  permission: Permission | null,
): Promise<PresentedKey> {
  const key = await loadKey(db, request.keyHash)
  noteUse(db, key)
  if (permission !== null) requirePermission(key, permission)
  return key
}

/** Whoever acts through a key acts as its bot. */
function actorOf(key: PresentedKey): Actor {
  return { kind: 'key', user_id: key.bot_user_id, api_key_id: key.id, group_id: key.group_id }
}

/** Who changes what with this key. */
export function commandOf(db: Db, key: PresentedKey): { db: Db; actor: Actor; asker: Asker } {
  return { db, actor: actorOf(key), asker: { by: 'group_key', id: key.id } }
}

/**
 * The fields to tell the client were ignored. A group_id other than the key's is one of them in variant A; in
 * variant B it is Forbidden `group_mismatch`.
 */
export function checkGroupId(group_id: number | null, key: PresentedKey, ignored: string[]): string[] {
  if (group_id === null || group_id === key.group_id) return ignored
  if (key.variant === 'b') {
    throw new Forbidden(
      'group_mismatch',
      `group_id is ${group_id}, but this API key belongs to group ${key.group_id}.`,
    )
  }
  return ['group_id', ...ignored]
}
