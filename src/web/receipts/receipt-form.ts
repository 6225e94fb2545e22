import { randomBytes } from 'node:crypto'
import { blinding } from '@folkmoot/check'
import { sha256 } from '../../db/keys/sha256.ts'
import type { Fields } from '../../http/forms.ts'

/** A hidden field that a script fills: the hash of the voter's number and words, in hex. */
export const BLINDING_FIELD = 'b'
/** The words of the voter. A script does not send them. */
export const MARK_FIELD = 'mark'
export const MAX_MARK = 100

const NONCE_BYTES = 32

/** What hides a ballot in its receipt; `own`: the number and words it is made of, if they are known here. */
export type Blinding = { b: Buffer; own: OwnWords | null }

/** Only the voter gets them. `nonce`: hex. */
export type OwnWords = { nonce: string; mark: string }

/** The browser's blinding; without scripts one that is made here, and that nobody but the voter is told. */
export function blindingIn(fields: Fields): Blinding {
  const sent = fields[BLINDING_FIELD]
  if (typeof sent === 'string' && /^[0-9a-f]{64}$/.test(sent))
    return { b: Buffer.from(sent, 'hex'), own: null }
  const nonce = randomBytes(NONCE_BYTES)
  const typed = fields[MARK_FIELD]
  const mark = typeof typed === 'string' ? typed.trim().normalize('NFC').slice(0, MAX_MARK) : ''
  return { b: Buffer.from(blinding(sha256, nonce, mark)), own: { nonce: nonce.toString('hex'), mark } }
}
