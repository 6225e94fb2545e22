import { hash, randomBytes, randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const TOKEN_BYTES = 24
const KEY_LENGTH = 8
const CODE_DIGITS = 6
const SALT_BYTES = 16
const CODE_HASH_BYTES = 32
const slowHash = promisify(scrypt)
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ALPHABET = `${LETTERS}0123456789`

/** 192 random bits as text that is safe in a URL. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The stored form of a token or key: its SHA-256. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Six random digits. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES)
}

/**
 * The stored form of a code. With a fast hash, an attacker with the database could quickly try a million
 * codes.
 */
export function hashCode(code: string, salt: Buffer): Promise<Buffer> {
  return slowHash(code, salt, CODE_HASH_BYTES) as Promise<Buffer>
}

/**
 * A public key of a poll, thread or group: 8 letters and digits, at least one a letter (digits alone would be
 * an id).
 */
export function newPublicKey(): string {
  const place = randomInt(KEY_LENGTH)
  return Array.from({ length: KEY_LENGTH }, (_, index) => pick(index === place ? LETTERS : ALPHABET)).join('')
}

function pick(characters: string): string {
  return characters.charAt(randomInt(characters.length))
}
