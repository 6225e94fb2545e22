import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { type KeyFile, keyIn, replaceKey } from './key-file.ts'

/** The key with which this service signs: Ed25519 (RFC 8032). `public_key`: 32 bytes. */
export type SigningKey = { public_key: Buffer; sign: (message: Uint8Array) => Buffer }

/**
 * The signer of results: the host of the service's address, and its key. `key` throws when it cannot be read.
 */
export type Signer = { host: string; key: () => Promise<SigningKey> }

/** Nobody signs: what is written waits for a process that can. */
export const NO_SIGNER: Signer = {
  host: 'localhost',
  key: () => Promise.reject(new Error('no signing key was configured')),
}

/** A PKCS 8 document with an Ed25519 key up to the key's 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const keyFile = (file: string): KeyFile => ({ setting: 'SIGNING_KEY_FILE', file, holds: 'signing key' })

/**
 * The signing key in a file, created when there is none. Throws a one-line Halt when the file holds anything
 * else or cannot be created.
 */
export async function signingKey(file: string): Promise<SigningKey> {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, await keyIn(keyFile(file))]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return { public_key: Buffer.from(x, 'base64url'), sign: (message) => sign(null, message, key) }
}

/** Whether this Ed25519 key, 32 bytes, signed these bytes. */
export function verifySignature(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  try {
    return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
  } catch {
    // The bytes are no point of the curve.
    return false
  }
}

/** Replaces the key in the file by a new one. */
export function replaceSigningKey(file: string): Promise<void> {
  return replaceKey(keyFile(file))
}
