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

/**
 * X25519 keys as their 32 bytes (RFC 7748): key agreement and key wrapping. Private halves are never text:
 * bytes can be wiped once they are not needed, texts stay in memory.
 */

export type KeyPair = { public_key: Buffer; private_key: Buffer }

const KEY_BYTES = 32
/** What precedes the 32 bytes in DER (RFC 8410): PKCS #8 for private keys, SPKI for public ones. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex')
const IV_BYTES = 12
const TAG_BYTES = 16

/** A random key pair. */
export function makePair(): KeyPair {
  const pair = generateKeyPairSync('x25519', {
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  })
  const private_key = Buffer.from(pair.privateKey.subarray(PRIVATE_HEAD.length))
  pair.privateKey.fill(0)
  return { public_key: Buffer.from(pair.publicKey.subarray(PUBLIC_HEAD.length)), private_key }
}

/** The public half of a private key. */
export function publicHalf(private_key: Buffer): Buffer {
  const whole = createPublicKey(privateObject(private_key)).export({ format: 'der', type: 'spki' })
  return Buffer.from(whole.subarray(PUBLIC_HEAD.length))
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

function privateObject(key: Buffer): KeyObject {
  const whole = Buffer.concat([PRIVATE_HEAD, key])
  try {
    return createPrivateKey({ key: whole, format: 'der', type: 'pkcs8' })
  } finally {
    whole.fill(0)
  }
}

function publicObject(key: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, key]), format: 'der', type: 'spki' })
}
