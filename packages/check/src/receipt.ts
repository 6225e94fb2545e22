import { base64, fromBase64, fromHex, hex, joined, purpose } from './bytes.ts'
import type { Choices } from './leaves.ts'

/**
 * The statement that the service signs for a voter: a ballot with this commitment is in the poll of this
 * manifest.
 */
export type Receipt = {
  format: typeof RECEIPT
  /** The hash of the manifest, and the commitment, in hex. */
  m: string
  c: string
  /** In base64; `key`: who signed, as `verifierKey` writes it. */
  signature: string
  key: string
}

/** The voter's own file: all that they need to show that the ballot is theirs. `nonce`: hex. */
export type OwnReceipt = Receipt & { nonce?: string; mark?: string; choices?: Choices; poll?: string }

export const RECEIPT = 'folkmoot-receipt/1'
const MESSAGE = purpose('folkmoot-receipt-v1')
const HASH_BYTES = 32
const SIGNATURE_BYTES = 64

/** The bytes that the service signs for a receipt: no time, no number and no name are in them. */
export function receiptMessage(manifest_hash: Uint8Array, c: Uint8Array): Uint8Array {
  return joined(MESSAGE, manifest_hash, c)
}

/** A receipt with its signature, 64 bytes. */
export function writeReceipt(
  { m, c, signature }: { m: Uint8Array; c: Uint8Array; signature: Uint8Array },
  key: string,
): Receipt {
  return { format: RECEIPT, m: hex(m), c: hex(c), signature: base64(signature), key }
}

/** Reads a receipt, or a voter's own file. Null: it is none. */
export function readReceipt(document: unknown): OwnReceipt | null {
  if (typeof document !== 'object' || document === null) return null
  const { format, m, c, signature, key, nonce, mark, choices, poll } = document as Record<string, unknown>
  if (format !== RECEIPT || !isHash(m) || !isHash(c) || typeof key !== 'string') return null
  if (typeof signature !== 'string' || fromBase64(signature)?.length !== SIGNATURE_BYTES) return null
  return {
    format,
    m,
    c,
    signature,
    key,
    ...(isHash(nonce) ? { nonce } : {}),
    ...(typeof mark === 'string' ? { mark } : {}),
    ...(isChoices(choices) ? { choices } : {}),
    ...(typeof poll === 'string' ? { poll } : {}),
  }
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && fromHex(value)?.length === HASH_BYTES
}

/** Whether a value is a list of answers: [slot, number], ascending by slot. */
export function isChoices(value: unknown): value is Choices {
  if (!Array.isArray(value)) return false
  return value.every(
    (one, place) =>
      Array.isArray(one) &&
      one.length === 2 &&
      one.every(Number.isSafeInteger) &&
      one[0] > (place === 0 ? 0 : value[place - 1][0]),
  )
}
