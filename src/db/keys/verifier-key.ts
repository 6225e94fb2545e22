import { createHash } from 'node:crypto'
import { verifierKey } from '@folkmoot/check'

/**
 * A public key (hex) as programs for signed notes take it: "vote.example+1a2b3c4d+AZ…". It bears the host of
 * the service's address.
 */
export function verifierKeyOf(public_url: string, public_key: string): string {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  return verifierKey(sha256, { name: new URL(public_url).host, key: Buffer.from(public_key, 'hex') })
}
