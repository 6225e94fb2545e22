import { createECDH, hkdfSync } from 'node:crypto'
import { serviceSecret } from './service-secret.ts'
import type { KeyPlace } from './urn-keys.ts'

/** The pair by which push services know this service (VAPID, RFC 8292), in base64url. */
export type PushKeys = { public_key: string; private_key: string }

const CURVE = 'prime256v1'
/** The number of points of that curve. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
/** Half as long again as a key: the remainder favours none. */
const DERIVED_BYTES = 48
const KEY_DIGITS = 64

/**
 * The keys of this service: they follow from its secret, so that all machines have the same ones. With
 * another secret, browsers have to be asked again.
 */
export function openPushKeys(place: KeyPlace | undefined): () => Promise<PushKeys> {
  let found: PushKeys | null = null
  return async () => {
    if (place === undefined) throw new Error("no place for the service's secret was configured")
    found ??= pushKeysOf(await serviceSecret(place.secret_file))
    return found
  }
}

function pushKeysOf(secret: Buffer): PushKeys {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'folkmoot web push', DERIVED_BYTES))
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n
  const pair = createECDH(CURVE)
  const private_key = Buffer.from(number.toString(16).padStart(KEY_DIGITS, '0'), 'hex')
  pair.setPrivateKey(private_key)
  return {
    public_key: pair.getPublicKey().toString('base64url'),
    private_key: private_key.toString('base64url'),
  }
}
