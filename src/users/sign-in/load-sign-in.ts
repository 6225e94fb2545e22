import type { Queryable } from '../../db/sql.ts'
import { hashToken } from '../secret.ts'
import { maskAddress } from './mask-address.ts'
import { isMasking } from './masking-token.ts'
import { MAX_CODE_TRIES, SIGN_IN_MINUTES, SIGN_INS_KEPT_HOURS } from './sign-in.ts'
import {
  type AskedSignIn,
  findAskedNext,
  findByBrowser,
  findByLink,
  type LinkedSignIn,
} from './sign-ins-store.ts'

/**
 * The request of the browser with this token, while its mail is valid; the same for unknown addresses. The
 * address is masked if the browser must not see it.
 */
export async function loadSignIn(db: Queryable, browser: string): Promise<AskedSignIn | null> {
  const asked = await loadWholeSignIn(db, browser)
  return asked?.masked === true ? { ...asked, address: maskAddress(asked.address) } : asked
}

/** The same with the whole address, for another mail to it. `masked`: the browser must not see it. */
export async function loadWholeSignIn(
  db: Queryable,
  browser: string,
): Promise<(AskedSignIn & { masked: boolean }) | null> {
  if (browser === '') return null
  const limits = { minutes: SIGN_IN_MINUTES, most: MAX_CODE_TRIES }
  const asked = await findByBrowser(db, { browser_hash: hashToken(browser), ...limits })
  return asked === null ? null : { ...asked, masked: isMasking(browser) }
}

/**
 * The page that the browser with this token wanted to open when it asked to sign in as this person. It keeps
 * for longer than a code: the operator of a service without a mail server may not be there at once.
 */
export function loadAskedNext(db: Queryable, browser: string, user_id: number): Promise<string | null> {
  if (browser === '') return Promise.resolve(null)
  return findAskedNext(db, { browser_hash: hashToken(browser), user_id, hours: SIGN_INS_KEPT_HOURS })
}

/** This link's person, and where it leads. Null: invalid, used or expired. Does not use the link up. */
export function loadSignInLink(db: Queryable, token: string): Promise<LinkedSignIn | null> {
  return token === '' ? Promise.resolve(null) : findByLink(db, hashToken(token))
}
