import { plainDigits } from '../../text/plain-digits.ts'

/** How long a link or code for signing in is valid. */
export const SIGN_IN_MINUTES = 10
/** Tries of a code for one mail; the last one may still succeed. */
export const MAX_CODE_TRIES = 5
/**
 * Mails of one purpose for one person in an hour; those requested in browsers that the person has used before
 * count apart. Further requests get the same answer and no mail. It is more than one network may request.
 */
export const MOST_MAILS_AN_HOUR = 20
/** How long a request is kept. */
export const SIGN_INS_KEPT_HOURS = 24
const CODE_DIGITS = 6

/** How a sign-in link was created. */
export type SignInOrigin = 'mail' | 'command_line'

/** The six digits of a code in any spelling and script ("123 456"); null when they are not six digits. */
export function readCode(text: string): string | null {
  const digits = plainDigits(text).replace(/[\s-]/g, '')
  return digits.length === CODE_DIGITS && /^\d+$/.test(digits) ? digits : null
}

/** The code for display: two groups of three. */
export function codeWords(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}

/** The address of the page that signs in with this link's token. */
export function signInAddress(public_url: string, token: string): string {
  return `${public_url}/sign-in/link?k=${token}`
}
