import { verifierKey } from '@folkmoot/check'
import { sha256 } from './sha256.ts'

/**
 * A public key (hex) as programs for signed notes take it: "vote.example+1a2b3c4d+AZ…". `name`: the host of
 * the service's address.
 */
export function verifierKeyOf(name: string, public_key: string): string {
  return verifierKey(sha256, { name, key: Buffer.from(public_key, 'hex') })
}
