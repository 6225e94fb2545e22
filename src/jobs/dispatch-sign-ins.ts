import { change, type Db, SYSTEM } from '../db/db.ts'
import { fillSignIns } from '../mail/fill-sign-ins.ts'
import { signInsWait } from './queue-store.ts'

/** Requests claimed in one transaction. */
const MOST_WISHES = 200

/** Writes the mails of known people who asked to sign in. Returns how many. */
export async function dispatchSignIns(db: Db, public_url: string): Promise<number> {
  const quiet: Db = { ...db, committed: () => undefined }
  let total = 0
  while (await signInsWait(db.pool)) {
    const { wishes, mails } = await change(quiet, SYSTEM, (act) =>
      fillSignIns(act, { most: MOST_WISHES, public_url }),
    )
    // Another process has claimed the rest.
    if (wishes === 0) break
    total += mails
  }
  return total
}
