import { hash } from 'node:crypto'

/** The SHA-256 of bytes, as 32 bytes. */
export function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer')
}
