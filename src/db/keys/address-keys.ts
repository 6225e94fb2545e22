import { createHmac, hkdfSync } from 'node:crypto'
import { serviceSecret } from './service-secret.ts'
import type { KeyPlace } from './urn-keys.ts'

/** Returns for each address the bytes by which the service recognizes it after its account was deleted. */
export type AddressKeys = (addresses: readonly string[]) => Promise<Buffer[]>

const KEY_BYTES = 32

/**
 * Hashes addresses with a key that follows from the service's secret: it is in no database and no backup, so
 * their readers cannot try out addresses. With another secret, earlier addresses are no longer recognized.
 */
export function openAddressKeys(place: KeyPlace | undefined): AddressKeys {
  let key: Buffer | null = null
  return async (addresses) => {
    if (addresses.length === 0) return []
    if (place === undefined) throw new Error("no place for the service's secret was configured")
    key ??= keyFrom(await serviceSecret(place.secret_file))
    const own = key
    return addresses.map((address) => createHmac('sha256', own).update(address.trim().toLowerCase()).digest())
  }
}

function keyFrom(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'folkmoot addresses', KEY_BYTES))
}
