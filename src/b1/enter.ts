import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Db } from '../db/db.ts'
import type { Ref } from '../discussions/load-discussion.ts'
import { Forbidden, NotFound } from '../errors.ts'
import { type Permission, type PresentedKey, requirePermission } from '../groups/api-key.ts'
import { loadKey, noteKeyUse } from '../groups/load-key.ts'
import { ignoredHeader } from '../http/fields.ts'

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

const LONGEST_ID = 15
const KEY = /^[A-Za-z0-9]{8}$/

/** Whoever acts through a key acts as its bot. */
function actorOf(key: PresentedKey): Actor {
  return { kind: 'key', user_id: key.bot_user_id, api_key_id: key.id, group_id: key.group_id }
}

/** Who changes what with this key. */
export function commandOf(db: Db, key: PresentedKey): { db: Db; actor: Actor; api_key_id: number } {
  return { db, actor: actorOf(key), api_key_id: key.id }
}

/** What a path segment names: digits only are an id, anything else is a key. What can be neither finds nothing. */
export function refOf(request: FastifyRequest): Ref {
  const { ref } = request.params as { ref: string }
  if (/^\d+$/.test(ref)) return { id: ref.length <= LONGEST_ID ? Number(ref) : 0 }
  return { key: KEY.test(ref) ? ref : '' }
}

/** An id in the path. NotFound: it is none. */
export function numberIn(request: FastifyRequest, name: string): number {
  const text = (request.params as Record<string, string>)[name] ?? ''
  if (!/^\d+$/.test(text) || text.length > LONGEST_ID) throw new NotFound()
  return Number(text)
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

/** Names the ignored fields in the answer's header. */
export function tellIgnored(reply: FastifyReply, ignored: string[]): void {
  const header = ignoredHeader(ignored)
  if (header !== null) reply.header('folkmoot-ignored-fields', header)
}
