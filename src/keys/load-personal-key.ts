import type { Db } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { admitPersonalKey, type PersonalKey } from './personal-key.ts'
import {
  findPersonalKey,
  findPersonalKeyOf,
  listPersonalKeys,
  markPersonalKeyUsed,
} from './personal-keys-store.ts'

/**
 * The key whose text has this SHA-256; records `today` as its last day of use. Forbidden, naming the reason.
 */
export async function loadPersonalKey(db: Db, hash: Buffer, today: string): Promise<PersonalKey> {
  const key = admitPersonalKey(await findPersonalKey(db.pool, hash))
  // Nobody waits for it, and a failure does not matter: the next request tries again.
  if (key.last_used_on !== today) markPersonalKeyUsed(db.pool, key.id).catch(() => undefined)
  return key
}

const MOST_ENDED = 50

/** The keys of a person: valid ones, and the latest revoked ones. */
export async function loadPersonalKeys(
  db: Queryable,
  user_id: number,
): Promise<{ live: PersonalKey[]; ended: PersonalKey[] }> {
  const keys = await listPersonalKeys(db, { user_id, most_ended: MOST_ENDED })
  const isLive = (key: PersonalKey) => key.revoked_at === null
  return { live: keys.filter(isLive), ended: keys.filter((key) => !isLive(key)) }
}

/** One key of a person. NotFound: they have no such key. */
export async function loadPersonalKeyOf(db: Queryable, user_id: number, id: number): Promise<PersonalKey> {
  const found = await findPersonalKeyOf(db, { id, user_id })
  if (found === null) throw new NotFound()
  return found
}
