import type { Queryable } from '../../db/sql.ts'
import { type ListedPasskey, MAX_PASSKEYS } from './passkey.ts'
import { listPasskeys } from './passkeys-store.ts'

/** A person's passkeys, oldest first. */
export function loadPasskeys(db: Queryable, user_id: number): Promise<ListedPasskey[]> {
  return listPasskeys(db, user_id, MAX_PASSKEYS)
}
