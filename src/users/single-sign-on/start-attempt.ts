import type { Act } from '../../db/db.ts'
import { hashToken, newToken } from '../secret.ts'
import { type Attempt, insertAttempt } from './provider-attempts-store.ts'

/**
 * Records that a browser goes to a provider: to sign in, to do so again, or to link a login. Returns
 * the token for the browser's cookie, from which `attemptSecrets` makes what the provider gets.
 */
export async function startAttempt({ tx }: Act, attempt: Attempt): Promise<string> {
  const token = newToken()
  await insertAttempt(tx, { ...attempt, browser_hash: hashToken(token) })
  return token
}
