import { hash } from 'node:crypto'

/** The SHA-256 of bytes, as 32 bytes. By way of a text, which takes half the time of a buffer from Node. */
export function sha256(bytes: Uint8Array): Buffer {
  return Buffer.from(hash('sha256', bytes, 'binary'), 'binary')
}
