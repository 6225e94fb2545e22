import type { Act } from '../db/db.ts'
import { hashToken, newToken } from './secret.ts'
import { insertSession } from './sessions-store.ts'
import { noteSignIn } from './users-store.ts'

const BROWSER_CHARACTERS = 200

/** Signs a person in: returns the token for the browser's cookie, which is stored only as a hash. */
export async function startSession({ tx }: Act, user_id: number, browser: string | null): Promise<string> {
  const token = newToken()
  await insertSession(tx, {
    hash: hashToken(token),
    user_id,
    browser: browser?.slice(0, BROWSER_CHARACTERS) ?? null,
  })
  await noteSignIn(tx, user_id)
  return token
}
