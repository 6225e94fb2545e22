import type { Act } from '../db/db.ts'
import { Invalid, problem, refuse } from '../errors.ts'
import { singleLine } from '../text/one-line.ts'
import { hashToken, newToken } from '../users/secret.ts'
import { checkPersonalKey, MAX_PERSONAL_KEYS, PERSONAL_KEY_PREFIX } from './personal-key.ts'
import { countLivePersonalKeys, insertPersonalKey } from './personal-keys-store.ts'

// Enough to distinguish keys in a list, too little to guess one.
const SHOWN_CHARACTERS = 10

/**
 * Creates a key of this person. Returns its text, which is stored only as a hash. Invalid: the name, or they
 * have reached the limit.
 */
export async function issuePersonalKey({ tx }: Act, user_id: number, name: string): Promise<string> {
  refuse(checkPersonalKey(name))
  if ((await countLivePersonalKeys(tx, user_id)) >= MAX_PERSONAL_KEYS) {
    throw new Invalid([problem('name', 'too_many_keys', { most: MAX_PERSONAL_KEYS })])
  }
  const text = `${PERSONAL_KEY_PREFIX}${newToken()}`
  await insertPersonalKey(tx, {
    user_id,
    name: singleLine(name),
    prefix: text.slice(0, SHOWN_CHARACTERS),
    hash: hashToken(text),
  })
  return text
}
