/** How long a link or code that signs somebody in can be used, once made. */
export const SIGN_IN_MINUTES = 10
/** Codes tried for one mail; the last one may still be the right one. */
export const MAX_CODE_TRIES = 5
/** Mails that sign in, for one person in an hour. What is asked beyond it is answered alike, and not sent. */
export const MOST_MAILS_AN_HOUR = 10
/** How long what was asked is kept. */
export const SIGN_INS_KEPT_HOURS = 24
const CODE_DIGITS = 6

/** How a link that signs in came to be. */
export type SignInOrigin = 'mail' | 'command_line'

/** The six digits of a code however they were typed ("123 456"); null when they are not six digits. */
export function readCode(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '')
  return digits.length === CODE_DIGITS && /^\d+$/.test(digits) ? digits : null
}

/** The code as it is shown: two groups of three. */
export function codeWords(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}

/** The address of the page on which this link's token signs in. */
export function signInAddress(public_url: string, token: string): string {
  return `${public_url}/sign-in/link?k=${token}`
}
