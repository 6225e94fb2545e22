import { type Problem, problem } from '../../errors.ts'
import { singleLine } from '../../text/one-line.ts'

/** The most passkeys of one person. */
export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 60
/** How long a browser may take to answer. */
export const CHALLENGE_MINUTES = 5
/** EdDSA, ECDSA with P-256, RSA with SHA-256, as COSE numbers them: every authenticator has one of them. */
export const ALGORITHMS = [-8, -7, -257]

/** A passkey in its person's list. */
export type ListedPasskey = {
  id: number
  name: string
  backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

/**
 * Why a passkey is refused: its time is over or it was used before, nobody here has it, it does not fit, the
 * person has too many, someone has it already, or it is not that of the person who signs in again.
 */
export type PasskeyFault = 'over' | 'unknown' | 'wrong' | 'too_many' | 'known' | 'not_theirs'

/** A name as typed, in one line. */
export function readPasskeyName(typed: string): { name: string; problems: Problem[] } {
  const name = singleLine(typed).trim()
  if (name === '') return { name, problems: [problem('name', 'missing')] }
  const long = name.length > MAX_PASSKEY_NAME
  return { name, problems: long ? [problem('name', 'too_long', { most: MAX_PASSKEY_NAME })] : [] }
}
