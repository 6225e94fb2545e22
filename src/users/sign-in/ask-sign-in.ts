import type { Act } from '../../db/db.ts'
import { hashToken, newToken } from '../secret.ts'
import { insertSignIn } from './sign-ins-store.ts'

/**
 * Writes down that somebody wants to sign in by a mail to `address`, which is valid; `next` is where they
 * want to go then. Returns the token for the browser's cookie, with which the code of the mail counts. Does
 * the same for every address, whoever has it.
 */
export async function askSignIn({ tx }: Act, wish: { address: string; next: string }): Promise<string> {
  const browser = newToken()
  await insertSignIn(tx, { ...wish, browser_hash: hashToken(browser) })
  return browser
}
