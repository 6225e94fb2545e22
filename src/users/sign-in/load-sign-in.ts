import type { Queryable } from '../../db/sql.ts'
import { hashToken } from '../secret.ts'
import { SIGN_IN_MINUTES } from './sign-in.ts'
import { findByBrowser, findByLink } from './sign-ins-store.ts'

/** What the browser with this token asked for, while it may type a code; the same for addresses of nobody. */
export function loadSignIn(
  db: Queryable,
  browser: string,
): Promise<{ address: string; next: string } | null> {
  return browser === '' ? Promise.resolve(null) : findByBrowser(db, hashToken(browser), SIGN_IN_MINUTES)
}

/** Whose link this is, by address. Null: not valid, used, or its time is over. Uses nothing up. */
export function loadSignInLink(db: Queryable, token: string): Promise<{ email: string } | null> {
  return token === '' ? Promise.resolve(null) : findByLink(db, hashToken(token))
}
