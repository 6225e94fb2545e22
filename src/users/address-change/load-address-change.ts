import type { Queryable } from '../../db/sql.ts'
import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../sign-in/sign-in.ts'
import { type AskedAddress, waitingAddress } from './address-changes-store.ts'
import { browserHash } from './ask-address-change.ts'

/** The new address that waits for its code in the browser that asked. Null: none, or the code has expired. */
export function loadAddressChange(
  db: Queryable,
  { user_id, session }: { user_id: number; session: string },
): Promise<AskedAddress | null> {
  const limits = { minutes: SIGN_IN_MINUTES, most: MAX_CODE_TRIES }
  return waitingAddress(db, { user_id, browser_hash: browserHash(session), ...limits })
}
