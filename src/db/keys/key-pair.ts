import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** X25519 keys as their 32 bytes (RFC 7748): key agreement and key wrapping. */

export type KeyPair = { public_key: Buffer; private_key: Buffer }

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** A random key pair. */
export function makePair(): KeyPair {
  const pair = generateKeyPairSync('x25519')
  const { d = '', x = '' } = pair.privateKey.export({ format: 'jwk' })
  return { public_key: Buffer.from(x, 'base64url'), private_key: Buffer.from(d, 'base64url') }
}

/** The public half of a private key. */
export function publicHalf(private_key: Buffer): Buffer {
  const { x = '' } = createPublicKey(privateObject(private_key)).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url')
}

/**
 * The AES-256 key that a private half and the other side's public half agree on, for the purpose in `info`.
 */
export function agreedKey(
  { own, other }: { own: Buffer; other: Buffer },
  { salt, info }: { salt: Buffer; info: string },
): Buffer {
  const shared = diffieHellman({ privateKey: privateObject(own), publicKey: publicObject(other) })
  return Buffer.from(hkdfSync('sha256', shared, salt, info, KEY_BYTES))
}

/** Encrypts with AES-256-GCM under a random nonce: nonce, tag, ciphertext. */
export function encipher(key: Buffer | KeyObject, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Decrypts the output of `encipher`. Null: another key, or changed data. */
export function decipher(key: Buffer | KeyObject, enciphered: Buffer): Buffer | null {
  const cipher = createDecipheriv('aes-256-gcm', key, enciphered.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  cipher.setAuthTag(enciphered.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([cipher.update(enciphered.subarray(IV_BYTES + TAG_BYTES)), cipher.final()])
  } catch {
    return null
  }
}

/** Encrypts a private half under the service's secret, to be stored beside the data. */
export function wrapKey(secret: Buffer, { public_key, private_key }: KeyPair): Buffer {
  return encipher(wrapping(secret, public_key), private_key)
}

/** Decrypts the private half. Null: wrapped under another secret, or changed since. */
export function unwrapKey(secret: Buffer, public_key: Buffer, wrapped: Buffer): Buffer | null {
  return decipher(wrapping(secret, public_key), wrapped)
}

function wrapping(secret: Buffer, public_key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, public_key, 'folkmoot-urn-key-v1', KEY_BYTES))
}

const encoded = (key: Buffer) => key.toString('base64url')

function privateObject(key: Buffer): KeyObject {
  // A JWK has both halves; Node derives the public one from `d` and ignores `x`.
  const jwk = { kty: 'OKP', crv: 'X25519', d: encoded(key), x: encoded(Buffer.alloc(KEY_BYTES)) }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

function publicObject(key: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: encoded(key) }, format: 'jwk' })
}
