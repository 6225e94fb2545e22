import { oneLine } from '../text/one-line.ts'

const MINUTE_MS = 60_000
/** Tries that are two hours apart, after the first few. */
const TWO_HOURS_APART = 11
const MAX_ERROR = 200

/** When a mail that was not taken is tried again: for about a day. */
export const MAIL_PAUSES_MS = [1, 5, 15, 30, 60, ...new Array<number>(TWO_HOURS_APART).fill(120)].map(
  (minutes) => minutes * MINUTE_MS,
)

type Failure = {
  code?: unknown
  responseCode?: unknown
  response?: unknown
  command?: unknown
  message?: unknown
}

/** Where the server answers about this mail and not about us. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/
/** "Authentication required" and its kin come in answer to any command. */
const ABOUT_US = new Set([530, 534, 535, 538])

/**
 * Whether the server refused this very mail for good. A refused login is our fault, not the mail's: it may be
 * mended.
 */
export function isPermanent(failure: unknown): boolean {
  const { responseCode, command } = failureOf(failure)
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return false
  return !ABOUT_US.has(responseCode) && ABOUT_THE_MAIL.test(String(command))
}

/** What went wrong, in short. `secrets` (a mail's tokens) are blotted out: servers quote what they refuse. */
export function describeFailure(failure: unknown, secrets: string[]): string {
  const { response, message, code } = failureOf(failure)
  const words =
    typeof response === 'string' && response !== ''
      ? response
      : typeof message === 'string'
        ? message
        : String(code)
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), oneLine(words))
  return clean.slice(0, MAX_ERROR).toWellFormed()
}

/** The bare code, for logs: no address, no words of the server. */
export function failureCode(failure: unknown): string {
  const { responseCode, code } = failureOf(failure)
  return String(responseCode ?? code ?? 'unknown')
}

function failureOf(failure: unknown): Failure {
  return typeof failure === 'object' && failure !== null ? failure : { message: String(failure) }
}
