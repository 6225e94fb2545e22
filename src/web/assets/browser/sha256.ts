import { sha256 as hash } from '@noble/hashes/sha2.js'

/** In browsers: the SHA-256 of bytes, as 32 bytes. WebCrypto's is missing without https. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes)
}
