import { change, type Db, SYSTEM } from '../db/db.ts'
import { fillSignIns } from '../mail/fill-sign-ins.ts'
import { signInsWait } from './queue-store.ts'

/** Wishes taken in one transaction. */
const MOST_WISHES = 200

/** Writes the mails of all who asked to sign in and are known here. Returns how many. */
export async function dispatchSignIns(db: Db, public_url: string): Promise<number> {
  const quiet: Db = { ...db, committed: () => undefined }
  let total = 0
  while (await signInsWait(db.pool)) {
    const { wishes, mails } = await change(quiet, SYSTEM, (act) =>
      fillSignIns(act, { most: MOST_WISHES, public_url }),
    )
    // What waits is in another process's hands.
    if (wishes === 0) break
    total += mails
  }
  return total
}
