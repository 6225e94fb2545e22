import type { Act } from '../db/db.ts'
import { hashToken, newToken } from './secret.ts'
import { insertSession } from './sessions-store.ts'
import { noteSignIn } from './users-store.ts'

const BROWSER_CHARACTERS = 200

/**
 * Signs in a person who has just proved who they are: returns the token for the browser's cookie, which is
 * stored only as a hash.
 */
export function startSession(act: Act, user_id: number, browser: string | null): Promise<string> {
  return startSessionOf(act, { user_id, browser, proven_at: act.now })
}

/** The same for a person who proved who they are at another time; `proven_at` null: it is not known when. */
export async function startSessionOf(
  { tx }: Act,
  { user_id, browser, proven_at }: { user_id: number; browser: string | null; proven_at: Date | null },
): Promise<string> {
  const token = newToken()
  await insertSession(tx, {
    hash: hashToken(token),
    user_id,
    browser: browser?.slice(0, BROWSER_CHARACTERS) ?? null,
    proven_at,
  })
  await noteSignIn(tx, user_id)
  return token
}
