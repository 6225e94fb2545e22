import type { Act } from '../../db/db.ts'
import { hashToken, newToken } from '../secret.ts'
import type { BrowserLanguages } from './browser-languages.ts'
import { maskingToken } from './masking-token.ts'
import { insertSignIn } from './sign-ins-store.ts'

type Wish = {
  address: string
  next: string
  masked?: boolean
  from_known?: boolean
  languages?: BrowserLanguages
}

const NO_LANGUAGES: BrowserLanguages = { chosen_locale: null, browser_locale: null }

/**
 * Records a request to sign in by a mail to `address`, which is valid; `next` is the page to open afterwards.
 * Returns the token for the browser's cookie, which is required with the mail's code. Does the same for every
 * address, known or not. `languages`: of the page, for the mail. `from_known`: in a browser that the person
 * has used before. `masked`: the browser is never shown the whole address, which its user did not type.
 */
export async function askSignIn(
  { tx }: Act,
  { languages = NO_LANGUAGES, from_known = false, masked = false, ...wish }: Wish,
): Promise<string> {
  const browser = masked ? maskingToken() : newToken()
  await insertSignIn(tx, { ...wish, ...languages, from_known, browser_hash: hashToken(browser) })
  return browser
}
