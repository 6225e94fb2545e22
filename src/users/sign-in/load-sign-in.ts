import type { Queryable } from '../../db/sql.ts'
import { hashToken } from '../secret.ts'
import { maskAddress } from './mask-address.ts'
import { isMasking } from './masking-token.ts'
import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from './sign-in.ts'
import { type AskedSignIn, findByBrowser, findByLink, type LinkedSignIn } from './sign-ins-store.ts'

/**
 * The request of the browser with this token, while its mail is valid; the same for unknown addresses. The
 * address is masked if the browser must not see it.
 */
export async function loadSignIn(db: Queryable, browser: string): Promise<AskedSignIn | null> {
  if (browser === '') return null
  const limits = { minutes: SIGN_IN_MINUTES, most: MAX_CODE_TRIES }
  const asked = await findByBrowser(db, { browser_hash: hashToken(browser), ...limits })
  return asked !== null && isMasking(browser) ? { ...asked, address: maskAddress(asked.address) } : asked
}

/** This link's person, and where it leads. Null: invalid, used or expired. Does not use the link up. */
export function loadSignInLink(db: Queryable, token: string): Promise<LinkedSignIn | null> {
  return token === '' ? Promise.resolve(null) : findByLink(db, hashToken(token))
}
