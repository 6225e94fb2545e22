import type { Act } from '../../db/db.ts'
import { hashToken, newToken } from '../secret.ts'
import { insertSignIn } from './sign-ins-store.ts'

/**
 * Records a request to sign in by a mail to `address`, which is valid; `next` is the page to open afterwards.
 * Returns the token for the browser's cookie, which is required with the mail's code. Does the same for every
 * address, known or not.
 */
export async function askSignIn({ tx }: Act, wish: { address: string; next: string }): Promise<string> {
  const browser = newToken()
  await insertSignIn(tx, { ...wish, browser_hash: hashToken(browser) })
  return browser
}
