import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import type { PersonalKey } from './personal-key.ts'
import { markPersonalKeyRevoked, markPersonalKeysRevoked } from './personal-keys-store.ts'

/** Revokes a key of this person permanently; idempotent. NotFound: they have no such key. */
export async function revokePersonalKey(
  { tx }: Act,
  key: Pick<PersonalKey, 'id' | 'user_id'>,
): Promise<void> {
  if (!(await markPersonalKeyRevoked(tx, key))) throw new NotFound()
}

/** Revokes all keys of a person permanently. */
export async function revokePersonalKeys({ tx }: Act, user_id: number): Promise<void> {
  await markPersonalKeysRevoked(tx, user_id)
}
