import type { Act } from '../../db/db.ts'
import { knownHash } from './known-browser.ts'
import { putKnownBrowser } from './known-browsers-store.ts'

/** Records that a person has signed in in the browser with this token: strangers cannot use up its limits. */
export async function keepKnown(
  { tx }: Act,
  { user_id, browser }: { user_id: number; browser: string },
): Promise<void> {
  await putKnownBrowser(tx, { hash: knownHash(user_id, browser), user_id })
}
