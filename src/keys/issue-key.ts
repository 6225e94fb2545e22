import type { Act } from '../db/db.ts'
import { NotFound, refuse } from '../errors.ts'
import { recordNote } from '../events/record-note.ts'
import type { Group } from '../groups/group.ts'
import { findGroup } from '../groups/groups-store.ts'
import { singleLine } from '../text/one-line.ts'
import { hashToken, newToken } from '../users/secret.ts'
import { createBot } from '../users/users-store.ts'
import { checkKey, endingDue, KEY_PREFIX, type Permission, type Variant } from './api-key.ts'
import { addSecret, insertKey } from './keys-store.ts'

export type NewKey = {
  handle: string
  name: string
  variant: Variant
  permissions: Permission[]
  guard: boolean
  expires_at: Date | null
}

/** `key` is the key's text: shown only now, and stored only as a hash. */
export type IssuedKey = { key: string; id: number; group: Group; bot_user_id: number }

// Enough to distinguish keys in a list, too little to guess one.
const SHOWN_CHARACTERS = 10

/** Creates a key of the group with its own bot user. NotFound: no such group; Invalid: name or expiry. */
export async function issueKey(act: Act, request: NewKey): Promise<IssuedKey> {
  const { tx, actor, now } = act
  const group = await findGroup(tx, request.handle)
  if (group === null) throw new NotFound('not_found.group_handle', { handle: request.handle })
  refuse(checkKey(request, now))
  const name = singleLine(request.name)
  const bot_user_id = await createBot(tx, name)
  const { variant, permissions, guard, expires_at } = request
  const issuer_id = actor.kind === 'person' ? actor.user_id : null
  const id = await insertKey(tx, {
    group_id: group.id,
    bot_user_id,
    issuer_id,
    name,
    variant,
    permissions,
    guard,
    expires_at,
    ending_due_at: endingDue(expires_at, now),
  })
  await recordNote(act, { kind: 'key_made', group_id: group.id, subject_id: id })
  return { key: await giveSecret(tx, id), id, group, bot_user_id }
}

/** Creates a new secret for this key and returns its text. */
export async function giveSecret(tx: Act['tx'], api_key_id: number): Promise<string> {
  const key = `${KEY_PREFIX}${newToken()}`
  await addSecret(tx, { hash: hashToken(key), api_key_id, prefix: key.slice(0, SHOWN_CHARACTERS) })
  return key
}
