import type { Actor, Db } from '../db/db.ts'
import { Forbidden } from '../errors.ts'
import type { Asker } from '../http/idempotency-store.ts'
import { type Permission, type PresentedKey, requirePermission } from '../keys/api-key.ts'

/**
 * The permission that a key needs: one, or either one for its own records or one for all. Null: every key of
 * the group may.
 */
export type Needed = Permission | { own: Permission; all: Permission } | null

/** Forbidden, naming the permission, when the key lacks it. */
export function requireNeeded(key: PresentedKey, needed: Needed): void {
  if (needed === null) return
  if (typeof needed === 'string') requirePermission(key, needed)
  else if (!key.permissions.includes(needed.all)) requirePermission(key, needed.own)
}

/** The same as text for the document. */
export function sentenceOf(needed: Needed): string {
  if (needed === null) return ''
  if (typeof needed === 'string') return `Permission: ${needed}.`
  return `Permission: ${needed.own} for what this key created, ${needed.all} for everything.`
}

/** The actor of a request with a key is the key's bot. */
function actorOf(key: PresentedKey): Actor {
  return { kind: 'key', user_id: key.bot_user_id, api_key_id: key.id, group_id: key.group_id }
}

/** Database and actor for changes by a key. */
export function commandOf({ db, key }: { db: Db; key: PresentedKey }): {
  db: Db
  actor: Actor
  asker: Asker
} {
  return { db, actor: actorOf(key), asker: { by: 'group_key', id: key.id } }
}

/**
 * Adds the field to the ignored ones, to be reported to the client, if group_id is not the key's, in variant
 * A; in variant B this is Forbidden `group_mismatch`.
 */
export function checkGroupId(group_id: number | null, key: PresentedKey, ignored: string[]): string[] {
  if (group_id === null || group_id === key.group_id) return ignored
  if (key.variant === 'b') {
    throw new Forbidden('group_mismatch.ids', { group_id, own_id: key.group_id })
  }
  return ['group_id', ...ignored]
}
