import { joined, purpose, type Sha256 } from './bytes.ts'
import { canonicalBytes, type Json } from './canonical.ts'

/**
 * The question and the rules of a poll as a closing found them; with receipts, as the opening found them.
 * Percentages are from 0 to 100.
 */
export type Manifest = {
  format: 'folkmoot-manifest/1'
  /** The poll's key, as in its address. */
  poll: string
  /** The number of the closing: 1, 2, … */
  closing: number
  title: string
  /** SHA-256 of the text that explains the question, in hex; of no text if there is none. */
  text_hash: string
  poll_type: string
  anonymous: boolean
  receipts: boolean
  options: { slot: number; name: string; meaning: string | null; cost: number | null }[]
  settings: {
    minimum_stance_choices: number | null
    maximum_stance_choices: number | null
    min_score: number
    max_score: number
    dots_per_person: number
    can_respond_maybe: boolean
    count_method: string | null
    seats: number
    budget: number | null
  }
  rules: {
    quorum_pct: number | null
    thresholds: { option: string; percent: number; of: string; at: string }[]
    no_block: boolean
  }
  /** How lots are drawn. */
  lots: 'folkmoot-lots/1'
  /**
   * ISO 8601, in UTC, with milliseconds: when voting ended. With receipts the manifest is made when voting
   * opens: when it was to end.
   */
  closing_at: string
}

const MESSAGE = purpose('folkmoot-manifest-v1')

/** m: the hash of a manifest's canonical JSON, 32 bytes. */
export function manifestHash(sha256: Sha256, manifest: Manifest): Uint8Array {
  return sha256(canonicalBytes(manifest as unknown as Json))
}

/** The bytes that the service signs for a manifest. */
export function manifestMessage(manifest_hash: Uint8Array): Uint8Array {
  return joined(MESSAGE, manifest_hash)
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const SHOWN = 26
const BITS = 5

/** The beginning of a hash to read out and compare: 26 characters of base32 (RFC 4648), in lower case. */
export function fingerprint(hash: Uint8Array): string {
  let bits = 0
  let held = 0
  let text = ''
  for (const byte of hash) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= BITS) {
      bits -= BITS
      text += BASE32[(held >> bits) & 31]
      held &= (1 << bits) - 1
    }
  }
  return text.slice(0, SHOWN)
}
