import { oneLine } from '../text/one-line.ts'

const MINUTE_MS = 60_000
/** Retries two hours apart, after the first few. */
const TWO_HOURS_APART = 11
const MAX_ERROR = 200

/** Pauses before each retry of a mail that was refused: about a day. */
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

/** Commands whose refusal is about this mail and not about us. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/
/** "Authentication required" and similar codes can answer any command. */
const ABOUT_US = new Set([530, 534, 535, 538])

/**
 * Whether the server refused this particular mail permanently. A refused login is our fault and can be fixed.
 */
export function isPermanent(failure: unknown): boolean {
  const { responseCode, command } = failureOf(failure)
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return false
  return !ABOUT_US.has(responseCode) && ABOUT_THE_MAIL.test(String(command))
}

/**
 * A short description of the failure. `secrets` (a mail's tokens) are removed: servers quote what they
 * refuse. A mail without a link or code has empty ones, and a code of two empty halves with a blank between
 * them: they are found between any two letters or words.
 */
export function describeFailure(failure: unknown, secrets: string[]): string {
  const { response, message, code } = failureOf(failure)
  const words =
    typeof response === 'string' && response !== ''
      ? response
      : typeof message === 'string'
        ? message
        : String(code)
  const clean = secrets
    .filter((secret) => secret.trim() !== '')
    .reduce((text, secret) => text.replaceAll(secret, '…'), oneLine(words))
  return clean.slice(0, MAX_ERROR).toWellFormed()
}

/** The bare code, for logs: without the address and without the server's text. */
export function failureCode(failure: unknown): string {
  const { responseCode, code } = failureOf(failure)
  return String(responseCode ?? code ?? 'unknown')
}

function failureOf(failure: unknown): Failure {
  return typeof failure === 'object' && failure !== null ? failure : { message: String(failure) }
}
