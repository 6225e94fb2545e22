import { createHash, randomBytes, randomInt } from 'node:crypto'

const TOKEN_BYTES = 24
const KEY_LENGTH = 8
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ALPHABET = `${LETTERS}0123456789`

/** 192 random bits as text that may stand in an address. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is kept of a token or key: its SHA-256. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A public key of a poll, thread or group: 8 letters and digits, at least one a letter (digits alone would be an id). */
export function newPublicKey(): string {
  const place = randomInt(KEY_LENGTH)
  return Array.from({ length: KEY_LENGTH }, (_, index) => pick(index === place ? LETTERS : ALPHABET)).join('')
}

function pick(characters: string): string {
  return characters.charAt(randomInt(characters.length))
}
